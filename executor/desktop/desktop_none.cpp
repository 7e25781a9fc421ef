#include "executor/desktop/desktop.h"

namespace franz::executor {
Result<std::unique_ptr<Desktop>> open_desktop(const DesktopOptions& options) {
  static_cast<void>(options);
  return Error{"this build cannot act on a real screen yet"};
}
}  // namespace franz::executor
