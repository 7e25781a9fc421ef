#pragma once
// A model's reply as received. Use std::nullopt while there is none: no reply differs from an empty
// reply. In messages and files its calls are
//   [{"id":<token>,"name":<token>,"arguments":<JSON>}]
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace franz {
class MessageFields;

// Limit for one reply. The bytes of its calls count with its text: together at most kMaxReply.
inline constexpr std::size_t kMaxCalls = 1000;

// The finish reason of a reply that the server cut at max_tokens. Source: OpenAI, "The
// chat completion object".
inline constexpr std::string_view kEndedAtLimit = "length";

// A tool call in addition to the text; members are JSON values as received, strings with quotes.
struct ReplyCall {
  std::string id = "\"\"", name = "\"\"";  // tokens; "": the server sent none
  // Usually a token. If a server sends another value, such as an object, it is kept as compact JSON
  // with the last of duplicate members.
  std::string arguments = "\"\"";
  friend bool operator==(const ReplyCall&, const ReplyCall&) = default;
};

struct Reply {
  std::string text = "\"\"";  // a JSON string token, quotes included
  std::vector<ReplyCall> calls;
  friend bool operator==(const Reply&, const Reply&) = default;
};

// The answer to a call of the model.
struct Answer {
  std::string id, text;  // JSON string tokens
  bool picture = false;  // the answer includes the turn's picture
};

// The list with all tokens byte for byte.
std::string calls_json(std::span<const ReplyCall> calls);

// Reads the list at `pointer` byte for byte; missing or null: empty. Failures, which `fields`
// remembers: not a list of at most kMaxCalls, a member of another kind, more than kMaxReply bytes
// in total.
std::vector<ReplyCall> read_calls(MessageFields& fields, const std::string& pointer);

// The bytes of all values of the calls.
std::size_t bytes_of(std::span<const ReplyCall> calls);

// The digest of the text's token, followed by calls_json() if there are calls.
std::string reply_sha256(const Reply& reply);
}  // namespace franz
