#pragma once
// The dialect `python`: calls with literal arguments in the first ```python block of a reply.
#include "common/formats/dialect.h"

namespace franz::executor {
// After a SyntaxError there are no items. A block without a closing fence was cut off: its complete
// calls run, then its last piece as a block of its own, whose error is marked `cut_off`. If the
// model has not replied yet, there is no block.
Reading read_python(const Source& source, const Toolset& tools);

TurnReport report_python(const Reading& reading, std::span<const ItemResult> results,
                         const TurnFacts& facts);
}  // namespace franz::executor
