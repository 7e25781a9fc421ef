#pragma once
// The dialects that the executor reads: those of FRANZ's own agents, and those of trained model
// families (common/formats/formats.h). A new one of the first kind needs a new file and an entry in
// dialects.cpp.
#include <string_view>
#include "common/formats/dialect.h"

namespace franz::executor {
// Null: unknown name.
const Dialect* find_dialect(std::string_view name);
}  // namespace franz::executor
