#pragma once
// The parts of an exported turn that tell of calls: what the model called in its reply, and what
// came of the calls of the reply before.
#include <string>
#include <vector>
#include "proxy/offline/export/html_text.h"
#include "proxy/offline/export/shown_turn.h"

namespace franz::proxy {
// The calls of a reply; empty: there are none. What is longer than `limit` is counted instead.
std::string call_list(const std::vector<ShownCall>& calls, TextLimit limit);

// The actions of a turn, each with its outcome and, where there are any, the model's reason and the
// answer; then answers to calls that are none of the actions. Empty: there are neither.
std::string action_list(const ShownTurn& turn, TextLimit limit);

// What a run came to: the reason with its exit code, and the words.
std::string result_block(const ShownResult& result, TextLimit limit);
}  // namespace franz::proxy
