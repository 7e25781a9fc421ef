#pragma once
// `proxy calibrate`: how precisely a model's clicks land, and whether all between its picture and
// the screen is exact. Each case is a whole run of this proxy on a private display that shows the
// calibration card; the card tells where each click went.
#include "proxy/command/options_app.h"

namespace franz::proxy {
// Prints a line a case. The exit code: 0 if every case was exact, 1 if one was not, 3 if nothing
// could be started, kStopped after Ctrl-C.
int run_calibrate(const Options& options);
}  // namespace franz::proxy
