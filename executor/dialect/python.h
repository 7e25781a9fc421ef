#pragma once
// The dialect `python`: calls with literal arguments in the first ```python block of a reply.
#include "common/formats/dialect.h"

namespace franz::executor {
// A SyntaxError leaves no items. A block without its closing fence was cut off: what is complete in
// it runs, then its last piece as a block of its own, whose error is marked `cut_off`. A model that
// has not spoken has written no block.
Reading read_python(const Source& source, const Toolset& tools);

Told tell_python(const Reading& reading, std::span<const ItemResult> results,
                 const TurnFacts& facts);
}  // namespace franz::executor
