#pragma once
// OpenAI's Responses API: POST /v1/responses. A conversation has the same content as in chat
// completions (chat.h) in another form. Nothing stored on the server is used.
#include <array>
#include "common/settings/kinds.h"
#include "common/wire/api/api.h"
#include "common/wire/api/responses_answer.h"
#include "common/wire/api/responses_departures.h"
#include "common/wire/api/responses_reply.h"
#include "common/wire/api/responses_request.h"

namespace franz {
// Excludes those of responses_tool_members(), as kChatMembers.
inline constexpr std::array<std::string_view, 8> kResponsesMembers = {
    "model",  "temperature",         "top_p", "max_output_tokens", "store",
    "stream", "parallel_tool_calls", "input"};

inline constexpr Api kResponsesApi{
    .name = kResponsesKind.name,
    .path = "/responses",
    .endpoint_advice = "Not every server has /responses: set [model] api = chat.",
    .least_max_tokens = 16,
    .counted_limit = "max_output_tokens",  // llama-server calls every reply "completed"
    .reserved = kResponsesKind.reserved,
    .members = kResponsesMembers,
    .tools = responses_tools,
    .tool_members = responses_tool_members,
    .body = responses_request_body,
    .read = read_responses_request,
    .departures = responses_departures,
    .answer = responses_answer,
    .reader = make_responses_reader};
}  // namespace franz
