#pragma once
// The verbs of the function that models for computer use call "computer_use" or "computer", and how
// its calls are read, whether a server found them or they are in the text. Families whose verbs
// these are: Qwen's vision models with GUI-Owl, EvoCUA, Fara and UI-Mate, Anthropic's computer
// tool, and Gemini's computer use where a gateway passes its function calls on. Sources: Qwen3-VL,
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

// A call that the server found, as an action of its own with the call's id. `form`: a code that is
// recorded for it (ItemPlan::note_form).
void add_server_call(const Verbs& verbs, const ReplyCall& call, std::string_view form,
                     std::optional<std::string> reason, ItemPlan& plan);

// The calls that the server found, else those in the text (tagged_calls.h): a server that finds
// some of them leaves no other. `expected`: what the model is answered where there are none.
Reading read_computer_calls(const Verbs& verbs, const Source& source, const Toolset& tools,
                            std::string_view expected);
}  // namespace franz
