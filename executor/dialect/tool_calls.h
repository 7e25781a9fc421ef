#pragma once
// The dialect of OpenAI's function calling: the model calls one of the words that the request told,
// one a turn, and ends with a reply that calls none. Each call is answered with a JSON object:
//   {"ok":true,"clicked":"Save","click_position":[500,300]}
//   {"ok":false,"error":{"type":"invalid_box","message":"…"}}
#include <span>
#include "common/formats/dialect.h"

namespace franz::executor {
// The first call counts; each further one is an item with the error "too_many_tool_calls". Where
// the server gave no calls, those in the text are read (call_forms.h), and Reading::forms has the
// codes of their forms. The second reply without a call in a row is the model's last: `done` is its
// text without its thoughts (end_of_run.h). One with neither a call nor a text is an error.
Reading read_tool_calls(const Source& source, const Toolset& tools);
// An answer for each call of the reply, in their order; when they have used up the budget
// (feedback_budget.h), a short one. Where the calls stood in the text, the feedback has the first
// answers and counts the others.
Told tell_tool_calls(const Reading& reading, std::span<const ItemResult> results,
                     const TurnFacts& facts);
}  // namespace franz::executor
