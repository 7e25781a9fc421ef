#pragma once
// The sandbox: a canvas that the capturer draws on.
#include "executor/surface/surface.h"

namespace franz::executor {
// If the capturer fails, every item is `partial`.
SurfaceResult run_in_sandbox(const Turn& turn, const Ports& ports);
}  // namespace franz::executor
