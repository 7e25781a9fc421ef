#include "common/run/run_state_app.h"
#include <string>
#include "common/run/run_files.h"

namespace franz {
Result<LoopState> read_run_state(const RunDir& run) {
  const Result<std::string> text = run.read(kStateFile);
  if (!text.ok()) return text.error();
  return parse_loop_state(text.value());
}
}  // namespace franz
