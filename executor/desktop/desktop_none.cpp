// A system on which no real screen can be acted on yet.
#include "executor/desktop/desktop.h"
#include "executor/desktop/screen_commands.h"

namespace franz::executor {
static const Error kNone{"this build cannot act on a real screen yet"};

Result<std::unique_ptr<Desktop>> open_desktop(const DesktopOptions& options) {
  static_cast<void>(options);
  return kNone;
}

Result<std::vector<WindowInfo>> list_windows(const std::string& display) {
  static_cast<void>(display);
  return kNone;
}

Status release_display(const std::string& display) {
  static_cast<void>(display);
  return kNone;
}

Status watch_display(const std::string& display, const std::string& panic_key,
                     const std::function<bool(const WatchEvent&)>& tell) {
  static_cast<void>(display);
  static_cast<void>(panic_key);
  static_cast<void>(tell);
  return kNone;
}

void release_at_end(const std::string& display) { static_cast<void>(display); }
}  // namespace franz::executor
