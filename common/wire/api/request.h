#pragma once
// A request to a model server, whatever the API: what it is made of, and what one that somebody
// sent says.
#include <cstddef>
#include <functional>
#include <optional>
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

struct RequestParameters {
  std::string model;
  double temperature = 0.7, top_p = 0.9;
  long long max_tokens = 900;
  bool stream = true;
  bool ask_usage = true;  // ask for token counts at a stream's end; only with `stream`
  std::optional<long long> seed;
  ExtraMembers extra;
};

// The PNG of a picture, in base64.
using PictureSource = std::function<std::string_view(const PictureRef&)>;

// What a body that somebody sent says. The views point into that body.
struct RequestView {
  static constexpr std::size_t kMaxTokens = 100;  // of a message, more than any memory sends
  struct Message {
    std::string role;
    std::optional<std::string_view> text;     // the token of its one text; nothing: none or several
    std::size_t texts = 0;                    // how many there are
    std::vector<std::string_view> tokens;     // of the first kMaxTokens of them
    std::optional<std::string_view> picture;  // the token of its first picture's URI
  };
  std::vector<Message> messages;
  std::string model;  // empty: not said
  std::optional<double> temperature, top_p;
  std::optional<long long> max_tokens;
  bool stream = false;
  bool ask_usage = false;
  // What a strict server refuses, the first of it by name: "/stream: expected true or false".
  // Empty: nothing. All that can be read of the body is there all the same.
  std::string fault;
  // Members that stood twice in one object, the first few by name: "/messages". The last counted;
  // another reader may have taken the first.
  std::vector<std::string> duplicates;
};
}  // namespace franz
