#pragma once
// What a model said once, as it was received. Whoever has none yet keeps std::nullopt: a model that
// has not spoken is not one that said nothing.
#include <string>
#include <vector>

namespace franz {
// A tool call beside the text; the members are JSON values as received: strings with their quotes.
struct ReplyCall {
  std::string id, name, arguments;
  friend bool operator==(const ReplyCall&, const ReplyCall&) = default;
};

struct Reply {
  std::string text = "\"\"";  // a JSON string token, quotes included
  std::vector<ReplyCall> calls;
  friend bool operator==(const Reply&, const Reply&) = default;
};

// What a call of the model's is answered with.
struct Answer {
  std::string id, text;  // JSON string tokens
  bool picture = false;  // the turn's picture belongs to it
};
}  // namespace franz
