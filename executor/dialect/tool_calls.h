#pragma once
// The dialect of OpenAI's function calling: the model calls a word from the request, one per turn,
// and ends with a reply without a call. Each call is answered with a JSON object:
//   {"ok":true,"clicked":"Save","click_position":[500,300]}
//   {"ok":false,"error":{"type":"invalid_box","message":"…"}}
#include <span>
#include "common/formats/dialect.h"

namespace franz::executor {
// The first call counts; each further one is an item with the error "too_many_tool_calls". If the
// server sent no calls, those in the text are read (call_forms.h), and Reading::forms has the codes
// of their forms. The second consecutive reply without a call is the model's last: `done` is its
// text without thoughts (end_of_run.h). A reply with neither call nor text is an error.
Reading read_tool_calls(const Source& source, const Toolset& tools);
// An answer for each call of the reply, in order; short answers once the budget is used up
// (feedback_budget.h). If the calls were in the text, the feedback has the first answers and the
// number of the others.
TurnReport report_tool_calls(const Reading& reading, std::span<const ItemResult> results,
                             const TurnFacts& facts);
}  // namespace franz::executor
