#pragma once
// What a model said once, as it was received. Whoever has none yet keeps std::nullopt: a model that
// has not spoken is not one that said nothing. In messages and files its calls are
//   [{"id":<token>,"name":<token>,"arguments":<JSON>}]
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace franz {
class MessageFields;

// Of one reply, whoever reads it. Their bytes count with its text: together at most kMaxReply.
inline constexpr std::size_t kMaxCalls = 1000;

// The finish reason of a reply that the server cut where max_tokens ran out. Source: OpenAI, "The
// chat completion object".
inline constexpr std::string_view kEndedAtLimit = "length";

// A tool call beside the text; the members are JSON values as received: strings with their quotes.
struct ReplyCall {
  std::string id = "\"\"", name = "\"\"";  // tokens; "": the server gave none
  // A token as a rule. What some servers send in its place, an object above all, is kept as
  // compact JSON, of members given twice the last.
  std::string arguments = "\"\"";
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

// The list, spliced byte for byte.
std::string calls_json(std::span<const ReplyCall> calls);

// The list at `pointer`, to the byte; missing or null: none. Failure, remembered in `fields`: no
// list of at most kMaxCalls, a member of another kind, more than kMaxReply bytes in all.
std::vector<ReplyCall> read_calls(MessageFields& fields, const std::string& pointer);

// Of all values of the calls.
std::size_t bytes_of(std::span<const ReplyCall> calls);

// Of the text's token and, where there are calls, of calls_json() behind it.
std::string reply_sha256(const Reply& reply);
}  // namespace franz
