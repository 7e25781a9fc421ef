#pragma once
// OpenAI's chat completions API, which every model server supports: POST /v1/chat/completions.
#include <array>
#include "common/settings/kinds.h"
#include "common/wire/api/api.h"
#include "common/wire/api/chat_answer.h"
#include "common/wire/api/chat_departures.h"
#include "common/wire/api/chat_reply.h"
#include "common/wire/api/chat_request.h"

namespace franz {
// Excludes those of chat_tool_members(): a request that has them without tools was modified.
inline constexpr std::array<std::string_view, 9> kChatMembers = {
    "model",          "temperature",         "top_p",   "max_tokens", "seed", "stream",
    "stream_options", "parallel_tool_calls", "messages"};

inline constexpr Api kChatApi{.name = kChatKind.name,
                              .path = "/chat/completions",
                              .usage_is_asked_for = true,
                              .reserved = kChatKind.reserved,
                              .members = kChatMembers,
                              .tools = chat_tools,
                              .tool_members = chat_tool_members,
                              .body = chat_request_body,
                              .read = read_chat_request,
                              .departures = chat_departures,
                              .answer = chat_answer,
                              .reader = make_chat_reader};
}  // namespace franz
