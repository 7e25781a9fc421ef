#pragma once
// What the demo model sees of a request, whatever API it came by.
#include <optional>
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "common/wire/api/api.h"
#include "proxy/demo_vlm/decide.h"

namespace franz::demo_vlm {
struct ModelCall {
  std::string model;  // as asked for; may be empty
  bool stream = false;
  bool ask_usage = false;
  std::optional<long long> max_tokens;  // 1 and up; nothing: no limit
  long long prompt_tokens = 0;          // grows with the texts and the picture
  SeenRequest seen;
};

// Story, feedback, picture and system message are where a memory has them that sends such messages.
// Of a request that no memory makes, the last message is read as the feedback, and there is neither
// story nor system message. Texts of several parts are joined by newlines; of several pictures the
// last counts. Of a request with tools, the conversation as a whole and its newest picture
// that can be decoded. Failure: what a server says with status 400: "not one JSON value …",
// "/messages: expected …". A picture that cannot be read is no failure but
// SeenRequest::picture_problem.
Result<ModelCall> read_model_call(const Api& api, std::string_view body);

// Everything but `seen_at`. A request without tools has an empty one.
Conversation read_conversation(const RequestView& request);

// How many tokens a text of so many bytes is, roughly.
constexpr long long tokens_of(std::size_t bytes) { return static_cast<long long>(bytes + 3) / 4; }
}  // namespace franz::demo_vlm
