#pragma once
// The words of a dialect as a request tells them: OpenAI's function tools, which other servers took
// over (https://platform.openai.com/docs/guides/function-calling).
#include <string>
#include "common/tools/vocabulary.h"
#include "common/wire/executor_messages.h"

namespace franz {
// A JSON list, an entry for each word whose tool is on:
//   [{"type":"function","function":{"name":"click_element","description":"…","parameters":
//     {"type":"object","properties":{"label":{"type":"string","description":"…"},…},
//      "required":["label","box"]}}}]
// Empty text: requests of this dialect tell no words, or all of them are off.
// A place is told as a list of 2 to 4 numbers, the one form that all servers' grammars can follow.
std::string function_tools(const Vocabulary& vocabulary, const Toolset& tools, HelpFor where);

// As the requests of a turn tell them, from what the turn asked of the executor: its dialect, tools
// and surface. Empty text likewise, and where one of them is not known here.
std::string function_tools(const ExecutorRequest& turn);
}  // namespace franz
