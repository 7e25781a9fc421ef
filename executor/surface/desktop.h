#pragma once
// The whole of a real screen, or one of its monitors.
#include "executor/surface/surface.h"

namespace franz::executor {
// As run_on_screen() has it; while the screen has another size than the picture that the
// model saw, what needs a place is refused.
SurfaceResult run_on_desktop(const Turn& turn, const Ports& ports);
}  // namespace franz::executor
