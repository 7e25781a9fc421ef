#pragma once
// The dialect "anthropic": the actions of Anthropic's computer tool as OpenAI's function calls, as
// LiteLLM and similar servers pass them on. It has two forms, each recorded by its code
// (ExecutorReply::passed_over):
//   computer          computer({"action":"left_click","coordinate":[640,360]})
//   computer          computer({"action":"left_click","coordinate":[640,360]})
//   toolset           left_click({"coordinate":[640,360]}), a member of computer_toolset_20260801
//   python_literals, unclosed_json (qwen/reply.h), type_for_action, escaped_line_end (verbs.h)
// Calls of one reply are performed in order up to the first that fails; each later call is answered
// "Not executed: an earlier computer action in this turn failed.", as in the toolset. zoom is
// refused: the picture of a turn is the whole screen. The second reply in a row without a call ends
// the run (end_of_run.h). Source: platform.claude.com/docs, computer use tool;
// anthropic-sdk-python, BetaToolComputerUse*.
#include <span>
#include "common/formats/dialect.h"

namespace franz {
Reading read_anthropic(const Source& source, const Toolset& tools);
TurnReport report_anthropic(const Reading& reading, std::span<const ItemResult> results,
                            const TurnFacts& facts);
}  // namespace franz
