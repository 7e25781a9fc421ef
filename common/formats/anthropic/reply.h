#pragma once
// The dialect "anthropic": the actions of Anthropic's computer tool where they come as OpenAI's
// function calls, as LiteLLM and other such servers hand them on. Two forms, each recorded by its
// code (ExecutorReply::passed_over):
//   computer          computer({"action":"left_click","coordinate":[640,360]})
//   toolset           left_click({"coordinate":[640,360]}), a member of computer_toolset_20260801
// and with deviations:
//   python_literals, unclosed_json (qwen/reply.h), type_for_action, escaped_line_end (verbs.h)
// Calls of one reply are performed in their order up to the first that fails; each behind it is
// answered "Not executed: an earlier computer action in this turn failed.", as the toolset has it.
// zoom is refused: the picture of a turn is the whole screen. The second reply without
// a call in a row ends the run (end_of_run.h).
// Source: platform.claude.com/docs, computer use tool; anthropic-sdk-python, BetaToolComputerUse*.
#include <span>
#include "common/formats/dialect.h"

namespace franz {
Reading read_anthropic(const Source& source, const Toolset& tools);
Told tell_anthropic(const Reading& reading, std::span<const ItemResult> results,
                    const TurnFacts& facts);
}  // namespace franz
