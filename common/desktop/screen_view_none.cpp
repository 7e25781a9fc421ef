#include "common/desktop/screen_view.h"

namespace franz {
Result<std::unique_ptr<ScreenView>> open_screen_view(const std::string&) {
  return Error{"this build cannot see a real screen yet"};
}
}  // namespace franz
