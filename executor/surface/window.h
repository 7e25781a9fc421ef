#pragma once
// One window of a real screen: pictures and input are bounded to it.
#include "executor/surface/surface.h"

namespace franz::executor {
// As run_on_screen() has it, on the WindowArea of options.window. A window that was moved
// or resized since the picture that the model saw: with DesktopOptions::strict what needs a place
// is refused, else the place is taken from the top left corner as it is now, clamped into it, and
// kWindowMoved tells. A turn without a reply, as the first one is, brings the window the focus, so
// that it is pictured as actions find it. While the window is gone everything is refused, and
// kWindowGone tells.
SurfaceResult run_in_window(const Turn& turn, const Ports& ports);
}  // namespace franz::executor
