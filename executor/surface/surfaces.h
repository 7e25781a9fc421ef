#pragma once
// The surfaces that this program can act on.
#include <string_view>
#include "executor/surface/surface.h"

namespace franz::executor {
// Null if there is no surface of that name.
const Surface* find_surface(std::string_view name);
}  // namespace franz::executor
