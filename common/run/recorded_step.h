#pragma once
// Builds the step that a memory receives for a turn, from its record or from its events.
#include "common/base/result.h"
#include "common/memory/memory.h"
#include "common/run/record_parts.h"
#include "common/run/turn_record.h"

namespace franz {
// For a turn that sent nothing, or whose executor output was not reported, the step contains what
// is known. Failure: names the wrong field of executor.out.
Result<Step> recorded_step(const TurnRecord& record);

// The same before there is a record: without reply and picture.
Result<Step> reported_step(int turn, const ReportedTurn& reported);

// The current turn as far as it was reported: without the system message and the picture.
Now reported_now(const Step& step, const ReportedTurn& reported);
}  // namespace franz
