#pragma once
// One window of a real screen: pictures and input are limited to it.
#include "executor/surface/surface.h"

namespace franz::executor {
// See run_on_screen(); the area is the WindowArea of options.window. If the window was moved or
// resized since the picture that the model saw, DesktopOptions::strict refuses calls with places;
// otherwise places are moved with the window's top left corner and clamped into the window, with
// the warning kWindowMoved. A turn without a reply, such as the first, gives the window the focus,
// so that the picture shows it as actions will find it. While the window does not exist, everything
// is refused, with the warning kWindowGone.
SurfaceResult run_in_window(const Turn& turn, const Ports& ports);
}  // namespace franz::executor
