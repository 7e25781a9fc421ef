#pragma once
// The calls in an exported turn: those in its reply, and the results of the calls in the previous
// reply.
#include <string>
#include <vector>
#include "proxy/offline/export/html_text.h"
#include "proxy/offline/export/shown_turn.h"

namespace franz::proxy {
// The calls of a reply; empty: there are none. Anything longer than `limit` is only counted.
std::string call_list(const std::vector<ShownCall>& calls, TextLimit limit);

// The actions of a turn, each with its outcome and, if present, the model's reason and the answer;
// then answers to calls that match no action. Empty: there are neither.
std::string action_list(const ShownTurn& turn, TextLimit limit);

// The result of a run: reason, exit code and message.
std::string result_block(const ShownResult& result, TextLimit limit);
}  // namespace franz::proxy
