#pragma once
// The body of POST /v1/chat/completions, written and read:
//   {"model":"…","temperature":0.7,"top_p":0.9,"max_tokens":900,"stream":true,
//    "stream_options":{"include_usage":true},"seed":7,…extra…,"messages":[
//     {"role":"system","content":<token>},
//     {"role":"user","content":[{"type":"text","text":<token>}]},
//     {"role":"user","content":[{"type":"text","text":<token>},
//       {"type":"image_url","image_url":{"url":"data:image/png;base64,…"}}]}]}
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "common/base/result.h"
#include "common/wire/message.h"

namespace franz {
// Members that settings add to a request, as JSON; `null` takes a member of ours away.
using ExtraMembers = std::vector<std::pair<std::string, std::string>>;

// Reads `[model] extra`: a JSON object, or nothing but white space for none. Its members come into
// the request and replace ours of the same name (`max_tokens`, `model`, …); null removes ours, as
// in a merge patch (RFC 7396): {"max_tokens":null,"max_completion_tokens":900}. Failure: no JSON
// object, or a member that may not be set this way, because the loop depends on it: "messages",
// "stream", "stream_options".
Result<ExtraMembers> parse_extra(std::string_view json);

struct ChatParameters {
  std::string model;
  double temperature = 0.7, top_p = 0.9;
  long long max_tokens = 900;
  bool stream = true;
  bool ask_usage = true;  // stream_options.include_usage; only with `stream`
  std::optional<long long> seed;
  ExtraMembers extra;
};

// The PNG of a picture, in base64.
using PictureSource = std::function<std::string_view(const PictureRef&)>;

// Tokens are spliced in byte for byte. A message with calls has them as its "tool_calls", one with
// an answer is that answer.
std::string chat_request_body(const ChatParameters& parameters, std::span<const Message> messages,
                              const PictureSource& pictures);

// How such a message is written: its members in their order, and whether its content is one text
// instead of a list of parts.
struct ChatForm {
  std::string_view members;
  bool plain_content = false;
};
ChatForm chat_form(const Message& message);

// What a body that somebody sent says. The views point into that body.
struct ChatRequestView {
  static constexpr std::size_t kMaxTokens = 100;  // of a message, more than any memory sends
  struct Message {
    std::string role;
    std::optional<std::string_view> text;     // the token of its one text; nothing: none or several
    std::size_t texts = 0;                    // how many there are
    std::vector<std::string_view> tokens;     // of the first kMaxTokens of them
    std::optional<std::string_view> picture;  // the token of its first image_url
  };
  std::vector<Message> messages;
  std::string model;  // empty: not said
  std::optional<double> temperature, top_p;
  std::optional<long long> max_tokens;
  bool stream = false;
  // Members that stood twice in one object, the first few by name: "/messages". The last counted;
  // another reader may have taken the first.
  std::vector<std::string> duplicates;
};

// Failure: not one JSON object, or "/messages: expected a list of at most 10000".
Result<ChatRequestView> read_chat_request(std::string_view body);

// The bytes of a picture from the token of its data URI.
// Failure: not data:image/…;base64,… or wrong base64.
Result<std::string> picture_bytes(std::string_view url_token);
}  // namespace franz
