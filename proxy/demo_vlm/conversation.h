#pragma once
// The demo model's memory where a request holds the whole conversation: what it said, reply by
// reply, and what it was answered.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>
#include "common/wire/api/request.h"

namespace franz::demo_vlm {
struct AnsweredCall {
  std::string name, arguments;  // as it was sent back
  std::string answer;           // empty: none came
};

// A reply of the demo model's, and what came after it. All texts are decoded.
struct Exchange {
  std::string text = {};
  std::vector<AnsweredCall> calls = {};
  std::string told = {};  // by the user messages up to the next reply
};

struct Conversation {
  std::vector<std::string> tools = {};   // the names of the request's tools
  std::string task = {};                 // what the user said in front of the first reply
  std::vector<Exchange> exchanges = {};  // in their order
  // How many of them come before the newest picture that could be decoded.
  std::size_t seen_at = 0;
};

// The texts of a message, decoded, with `between` between them; `answers`: those of tools, too.
std::string joined_texts(const RequestView::Message& message, std::string_view between,
                         bool answers = false);

// Everything but `seen_at`. A request without tools has an empty one.
Conversation read_conversation(const RequestView& request);
}  // namespace franz::demo_vlm
