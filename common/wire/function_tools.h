#pragma once
// The words of a dialect as a request tells them: OpenAI's function tools, which other servers took
// over (https://platform.openai.com/docs/guides/function-calling). How an API writes them:
// Api::tools.
#include <vector>
#include "common/tools/vocabulary.h"
#include "common/wire/api/request.h"
#include "common/wire/executor_messages.h"

namespace franz {
// One for each word whose tool is on; its parameters are
//   {"type":"object","properties":{"label":{"type":"string","description":"…"},…},
//    "required":["label","box"]}
// Nothing: requests of this dialect tell no words, or all of them are off.
// A place is told as a list of 2 to 4 numbers, the one form that all servers' grammars can follow.
std::vector<FunctionTool> function_tools(const Vocabulary& vocabulary, const Toolset& tools,
                                         HelpFor where);

// As the requests of a turn tell them, from what the turn asked of the executor: its dialect, tools
// and surface; or the one tool that an API has itself. Nothing likewise, and where one of them is not known here.
std::vector<FunctionTool> function_tools(const ExecutorRequest& turn);
}  // namespace franz
