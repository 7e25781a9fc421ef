#include "common/run/run_state_app.h"
#include <string>
#include "common/run/run_files.h"

namespace franz {
Result<LoopState> read_run_state(const RunDir& run) {
  const Result<std::string> text = run.read(kStateFile);
  if (!text.ok()) return text.error();
  return parse_loop_state(text.value());
}

Result<ReplyMarks> read_reply_marks(const RunDir& run) {
  const Result<std::string> file = run.read(kReplyMarksFile);
  if (file.ok()) return parse_reply_marks(file.value());
  if (file.error().code == ErrorCode::missing) return ReplyMarks{};
  return file.error();
}
}  // namespace franz
