#pragma once
// The words of a dialect as function tools in a request, in the form that OpenAI introduced and
// other servers adopted (https://platform.openai.com/docs/guides/function-calling). Api::tools
// writes them for an API.
#include <vector>
#include "common/tools/vocabulary.h"
#include "common/wire/api/request.h"
#include "common/wire/executor_messages.h"

namespace franz {
// One tool for each word whose tool is on; its parameters are
//   {"type":"object","properties":{"label":{"type":"string","description":"…"},…},
//    "required":["label","box"]}
// Empty: requests of this dialect have no tools, or all of them are off. A place is declared as a
// list of 2 to 4 numbers, the only form that all servers' grammars support.
std::vector<FunctionTool> function_tools(const Vocabulary& vocabulary, const Toolset& tools,
                                         HelpFor where);

// The tools of a turn's requests, derived from its executor request: its dialect, tools and
// surface; or the one tool that is built into an API. Also empty if one of these is unknown here.
std::vector<FunctionTool> function_tools(const ExecutorRequest& turn);
}  // namespace franz
