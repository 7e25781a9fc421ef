#pragma once
// A whole real screen, or one of its monitors.
#include "executor/surface/surface.h"

namespace franz::executor {
// See run_on_screen(). If the screen's size differs from that of the picture that the model saw,
// calls with places are refused. A focus_window() without a title gives the keyboard to
// options.window, if the request has one.
SurfaceResult run_on_desktop(const Turn& turn, const Ports& ports);
}  // namespace franz::executor
