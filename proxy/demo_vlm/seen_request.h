#pragma once
// Reads the body of POST /v1/chat/completions. Fields that are not named here are ignored.
#include <optional>
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "proxy/demo_vlm/decide.h"

namespace franz::demo_vlm {
struct ChatCall {
  std::string model;  // as asked for; may be empty
  bool stream = false;
  bool include_usage = false;           // stream_options.include_usage
  std::optional<long long> max_tokens;  // 1 and up; max_completion_tokens counts too
  long long prompt_tokens = 0;          // grows with the texts and the picture
  SeenRequest seen;
};

// The system message is messages[0], the story the text of messages[1], the feedback and the
// picture those of messages[2]. With fewer than three messages, the last is read as the feedback
// and there is neither of the others. Texts of several parts are joined by newlines; of several
// pictures the first counts. Failure: "not one JSON value …", "/messages: expected …": what a
// server says with status 400. A picture that cannot be read is no failure but
// SeenRequest::picture_problem.
Result<ChatCall> read_chat_call(std::string_view body);
}  // namespace franz::demo_vlm
