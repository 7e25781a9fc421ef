#pragma once
// A request to a model server, for every API: its parameters, and the content of a request that
// somebody sent.
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
// Members that settings add to a request, as JSON; `null` removes one of ours.
using ExtraMembers = std::vector<std::pair<std::string, std::string>>;

// Parses `[model] extra`: a JSON object, or white space for none. Its members are added to the
// request and replace ours of the same name (`max_tokens`, …); null removes ours, as in a merge
// patch (RFC 7396): {"max_tokens":null,"max_completion_tokens":900}. Failure: not a JSON object, or
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
  // Ask for at most one call per reply; only with tools.
  bool one_call = false;
};

// A function that the model may call.
struct FunctionTool {
  std::string name, description;
  std::string parameters;  // its JSON schema
  // Replaces all of the above: the entry of a tool that is built into an API, as JSON. APIs without
  // that tool skip it.
  std::string own = {};
};

// Returns the PNG of a picture in base64.
using PictureSource = std::function<std::string_view(const PictureRef&)>;

// A part of a message that somebody sent. The views point into the body; the view of a missing
// member is empty.
struct SentPart {
  Part::Kind kind = Part::Kind::text;
  std::string_view
      token;              // of a text or an answer; a picture's URI; the JSON of a call's arguments
  std::string_view id;    // token: of a call, or of the call that is answered
  std::string_view name;  // token: of a call
};

// The content of a body that somebody sent. The views point into that body, or to a constant for a
// text that the API omits.
struct RequestView {
  static constexpr std::size_t kMaxParts = 100000;  // more than any memory sends
  struct Message {
    std::string role;
    std::vector<SentPart> parts;  // in order, calls after the content
  };
  std::vector<Message> messages;
  std::size_t parts_left_out = 0;  // number of parts after the first kMaxParts
  std::string_view tools;          // JSON of the tools; empty: none
  // The names of the first 1000 functions; for a tool that is built into the API its type in
  // parentheses: "(computer)".
  std::vector<std::string> tool_names;
  std::string model;  // empty: not given
  std::optional<double> temperature, top_p;
  std::optional<long long> max_tokens;
  bool stream = false;
  bool ask_usage = false;  // token counts come with the reply, streamed or not
  // The first fault that a strict server would reject: "/stream: expected true or false". Empty:
  // none. Everything else that can be read is read all the same.
  std::string fault;
  // Members that appeared twice in one object, the first few by name: "/messages". The last value
  // counts; other readers may use the first.
  std::vector<std::string> duplicates;
};

std::size_t count_parts(const RequestView::Message& message, Part::Kind kind);

// The part with this index among its kind. Null: there are fewer.
const SentPart* find_part(const RequestView::Message& message, Part::Kind kind,
                          std::size_t index = 0);

// The token of its only text or answer. Nothing: there are none or several.
std::optional<std::string_view> one_text(const RequestView::Message& message);
}  // namespace franz
