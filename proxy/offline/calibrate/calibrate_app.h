#pragma once
// `proxy calibrate`: measures how precisely a model's clicks land, and whether the mapping from its
// picture to the screen is exact. Each case is a whole run of this proxy on a private display that
// shows the calibration card, which reports where each click landed. On another screen ([surface]
// display) FRANZ may be unable to start the card, so a person does, and its lines come on standard
// input.
#include "proxy/command/options_app.h"

namespace franz::proxy {
// Prints one line per case. Returns 0: every case was exact; 1: a case was not; 3: nothing could be
// started; kStopped: after Ctrl-C.
int run_calibrate(const Options& options);
}  // namespace franz::proxy
