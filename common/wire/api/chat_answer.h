#pragma once
// A reply as an answer of chat completions that is no stream, for a person who reads a log:
//   {"object":"chat.completion","model":"…","choices":[{"index":0,"message":{"role":"assistant",
//    "content":<token>,"reasoning_content":<token>,"tool_calls":[{"id":<token>,"type":"function",
//    "function":{"name":<token>,"arguments":<token>}}]},"finish_reason":"stop"}],
//    "usage":{"prompt_tokens":…,"completion_tokens":…,"total_tokens":…}}
#include <string>
#include "common/wire/api/model_reply.h"

namespace franz {
// Tokens are spliced byte for byte. What the reply had not is left out, but for `content`: null.
std::string chat_answer(const ModelReply& reply);
}  // namespace franz
