#pragma once
// The sandbox: a canvas that the capturer draws on.
#include "executor/surface/surface.h"

namespace franz::executor {
Effect effect_in_sandbox(ToolId tool);
}  // namespace franz::executor
