#pragma once
// The verbs of the function that computer-use models call "computer_use" or "computer", and the
// readers of its calls, whether a server parsed them or they are in the text. These families use
// them: Qwen's vision models with GUI-Owl, EvoCUA, Fara and UI-Mate, Anthropic's computer tool, and
// Gemini's computer use through gateways that pass on its function calls. Sources: Qwen3-VL,
// cookbooks/utils/agent_function_call.py; microsoft/fara; Tencent/UI-Mate, agents/ui_mate_agent.py;
// Anthropic's computer_20241022, computer_20250124 and computer_toolset_20260801;
// google-gemini/computer-use-preview, agent.py.
#include <optional>
#include <string>
#include <string_view>
#include "common/formats/item_plan.h"
#include "common/formats/literal.h"
#include "common/formats/verbs.h"
#include "common/wire/reply.h"

namespace franz {
extern const Verbs kComputerVerbs;

// Adds a call that the server parsed as an action with the call's id. `form`: a code to record for
// it (ItemPlan::note_form).
void add_server_call(const Verbs& verbs, const ReplyCall& call, std::string_view form,
                     std::optional<std::string> reason, ItemPlan& plan);

// Reads the calls that the server parsed; if there are none, those in the text (tagged_calls.h),
// since a server that parses calls leaves none there. `expected`: for the answer to the model if
// there are no calls.
Reading read_computer_calls(const Verbs& verbs, const Source& source, const Toolset& tools,
                            std::string_view expected);
}  // namespace franz
