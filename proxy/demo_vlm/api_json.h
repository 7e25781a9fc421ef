#pragma once
// The JSON bodies of the chat API.
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include "common/wire/reply.h"

namespace franz::demo_vlm {
inline constexpr const char* kModelName = "demo-vlm";

struct Usage {
  long long prompt_tokens = 0, completion_tokens = 0;
};

// What stays the same in all the JSON of one reply.
struct ReplyHead {
  std::string id;         // "chatcmpl-…", "resp_…"
  long long created = 0;  // seconds since 1970
  std::string model;
};

// `inner`: the part of a JSON string token between its quotes, with its escapes.
std::string with_quotes(std::string_view inner);
std::string_view without_quotes(std::string_view token);

// {"error":{"message":…,"type":…,"param":null,"code":…}}: `type` is "invalid_request_error" for
// 400 to 499, else "server_error"; `code` may be empty for null.
std::string error_json(int status, std::string_view message, std::string_view code);

// As llama-server refuses a prompt that is longer than its context, both in tokens.
std::string context_error_json(long long prompt_tokens, long long context);

// {"object":"list","data":[{"id":"demo-vlm",…}]}, and "meta":{"n_ctx":…} where there is a context.
std::string models_json(long long created, long long context = 0);

// A whole reply. `content` and `reasoning` are what stands between a JSON string's quotes, and
// enter as they are, as the calls do; no reasoning, no calls: no such member. Beside calls an empty
// content is null.
std::string completion_json(const ReplyHead& head, std::string_view content,
                            const std::optional<std::string>& reasoning,
                            std::span<const ReplyCall> calls, std::string_view finish_reason,
                            const Usage& usage);

// The data of one event of a stream: `field` is "content" or "reasoning_content".
std::string delta_json(const ReplyHead& head, std::string_view field, std::string_view piece);
// The first event: the role, with empty content.
std::string role_json(const ReplyHead& head);
// The call number `index` of the reply, from 0: first its id and name with no arguments, then those
// in pieces; `token` is JSON.
std::string call_start_json(const ReplyHead& head, std::size_t index, const ReplyCall& call);
std::string call_arguments_json(const ReplyHead& head, std::size_t index, std::string_view token);
std::string finish_json(const ReplyHead& head, std::string_view finish_reason);
std::string usage_json(const ReplyHead& head, const Usage& usage);  // choices: []
}  // namespace franz::demo_vlm
