#pragma once

namespace franz::calibration_card {
// Exit codes: 0 all targets were clicked, 1 it was ended before that or the display went away, 2
// wrong arguments, 3 it could not be shown.
int run_calibration_card_app(int argc, char** argv);
}  // namespace franz::calibration_card
