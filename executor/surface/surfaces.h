#pragma once
// The surfaces that this program supports.
#include <string_view>
#include "executor/surface/surface.h"

namespace franz::executor {
// Null: unknown name.
const Surface* find_surface(std::string_view name);
}  // namespace franz::executor
