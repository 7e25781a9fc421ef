#include "proxy/calibration_card/card_window.h"

namespace franz::calibration_card {
static constexpr const char* kNoCard =
    "there is no calibration card on this system yet: it needs an X display";

Status divide_screen(const std::string&, int) { return Error{kNoCard}; }

Result<std::unique_ptr<CardWindow>> open_card_window(const std::string&,
                                                     const std::optional<Screen>&) {
  return Error{kNoCard};
}
}  // namespace franz::calibration_card
