#pragma once
// A reply as a chat completions answer without streaming, for people who read a log:
//   {"object":"chat.completion","model":"…","choices":[{"index":0,"message":{"role":"assistant",
//    "content":<token>,"reasoning_content":<token>,"tool_calls":[{"id":<token>,"type":"function",
//    "function":{"name":<token>,"arguments":<token>}}]},"finish_reason":"stop"}],
//    "usage":{"prompt_tokens":…,"completion_tokens":…,"total_tokens":…}}
#include <string>
#include "common/wire/api/model_reply.h"

namespace franz {
// Tokens are inserted byte for byte. Missing parts are omitted, except that `content` is null.
std::string chat_answer(const ModelReply& reply);
}  // namespace franz
