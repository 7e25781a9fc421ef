#include "common/run/input_stop_app.h"
#include "common/base/utf8.h"
#include "common/run/run_files.h"
#include "common/wire/control_messages.h"

namespace franz {
std::optional<std::string> input_stop(const Folder& run) {
  const Result<std::string> how = run.read(kInputStopFile, kMaxNote);
  if (how.ok()) return to_valid_utf8(how.value());
  if (how.error().code == ErrorCode::missing) return std::nullopt;
  return how.error().message;
}

Status stop_input(const Folder& run, std::string_view how) {
  return run.replace(kInputStopFile, how, Durability::buffered);
}

Status resume_input(const Folder& run) { return run.remove(kInputStopFile); }
}  // namespace franz
