#pragma once
// A request to a model server, whatever the API: what it is made of, and what one that somebody
// sent says.
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
// the request and replace ours of the same name (`max_tokens`, …); null removes ours, as in a merge
// patch (RFC 7396): {"max_tokens":null,"max_completion_tokens":900}. Failure: no JSON object, or
// one of the `reserved` members (Api::reserved).
Result<ExtraMembers> parse_extra(std::string_view json, std::span<const std::string_view> reserved);

struct RequestParameters {
  std::string model;
  double temperature = 0.7, top_p = 0.9;
  long long max_tokens = 900;
  bool stream = true;
  bool ask_usage = true;  // ask for token counts at a stream's end; only with `stream`
  std::optional<long long> seed;
  ExtraMembers extra;
  // Ask for one call a reply at most; only with tools.
  bool one_call = false;
};

// A function that the model may call.
struct FunctionTool {
  std::string name, description;
  std::string parameters;  // its JSON schema
  // In place of all that: the entry of a tool that an API has itself, as JSON. APIs that have none
  // leave it out.
  std::string own = {};
};

// The PNG of a picture, in base64.
using PictureSource = std::function<std::string_view(const PictureRef&)>;

// A part of a message that somebody sent. The views point into the body; one is empty where the
// member is missing.
struct SentPart {
  Part::Kind kind = Part::Kind::text;
  std::string_view
      token;              // of a text or an answer; a picture's URI; the JSON of a call's arguments
  std::string_view id;    // the token: of a call, or of the call that an answer is to
  std::string_view name;  // the token: of a call
};

// What a body that somebody sent says. The views point into that body, or to a text that stands for
// one that the API leaves out.
struct RequestView {
  static constexpr std::size_t kMaxParts = 100000;  // more than any memory sends
  struct Message {
    std::string role;
    std::vector<SentPart> parts;  // in their order, calls behind the content
  };
  std::vector<Message> messages;
  std::size_t parts_left_out = 0;  // of what is above: behind the first kMaxParts
  std::string_view tools;          // the JSON of what the model may call; empty: none are told
  // Of the functions among them, the first 1000; of a tool that the API has itself its type, in
  // parentheses: "(computer)".
  std::vector<std::string> tool_names;
  std::string model;  // empty: not said
  std::optional<double> temperature, top_p;
  std::optional<long long> max_tokens;
  bool stream = false;
  bool ask_usage = false;  // token counts come with the reply, streamed or not
  // What a strict server refuses, the first of it by name: "/stream: expected true or false".
  // Empty: nothing. All that can be read of the body is there all the same.
  std::string fault;
  // Members that stood twice in one object, the first few by name: "/messages". The last counted;
  // another reader may have taken the first.
  std::vector<std::string> duplicates;
};

std::size_t count_parts(const RequestView::Message& message, Part::Kind kind);

// The part number `index` of its kind. Null: it has fewer.
const SentPart* find_part(const RequestView::Message& message, Part::Kind kind,
                          std::size_t index = 0);

// The token of its one text, an answer's too. Nothing: it has none or several.
std::optional<std::string_view> one_text(const RequestView::Message& message);
}  // namespace franz
