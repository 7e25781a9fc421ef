#pragma once
// A real screen: the executor sends its input.
#include "executor/surface/surface.h"

namespace franz::executor {
Effect effect_on_desktop(ToolId tool);
}  // namespace franz::executor
