#pragma once
// A turn as the step that a memory is given of it, from its record or from what was told of it.
#include "common/base/result.h"
#include "common/memory/memory.h"
#include "common/run/record_parts.h"
#include "common/run/turn_record.h"

namespace franz {
// Of a turn that sent nothing, or whose executor's words nobody told, what there is. Failure: names
// the wrong field of executor.out.
Result<Step> recorded_step(const TurnRecord& record);

// The same before there is a record: without its reply and its picture.
Result<Step> told_step(int turn, const ToldTurn& told);

// The turn at hand, as far as it was told: without the system message and the picture.
Now told_now(const Step& step, const ToldTurn& told);
}  // namespace franz
