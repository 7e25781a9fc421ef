#pragma once
// The whole of a real screen, or one of its monitors.
#include "executor/surface/surface.h"

namespace franz::executor {
// As perform_on_real_screen() has it; while the screen has another size than the picture that the
// model saw, what needs a place is refused.
Performance perform_on_desktop(const Turn& turn, const Ports& ports);
}  // namespace franz::executor
