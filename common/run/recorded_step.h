#pragma once
// A recorded turn as the step that a memory is given of it.
#include "common/base/result.h"
#include "common/memory/memory.h"
#include "common/run/turn_record.h"

namespace franz {
// Of a turn that sent nothing, or whose executor's words nobody told, what there is. Failure: names
// the wrong field of executor.out.
Result<Step> recorded_step(const TurnRecord& record);
}  // namespace franz
