#pragma once
// The dialect `python`: calls with literal arguments in the first ```python block of a reply.
#include <string_view>
#include "executor/dialect/dialect.h"

namespace franz::executor {
// A block without its closing fence was cut off: what is complete in it runs, then its last piece
// as a block of its own, whose error is marked `cut_off`.
Reading read_python(std::string_view text, const Toolset& tools);
}  // namespace franz::executor
