#pragma once
// What goes back to the client, before anything is sent: one reply, whole or as a stream's events.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/wire/reply.h"
#include "proxy/demo_vlm/named_target.h"
#include "proxy/demo_vlm/script.h"
#include "proxy/demo_vlm/seen_request.h"

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

// The name of a call that the Responses API has itself; its arguments are the members of the item
// beside type, ids and status.
inline constexpr std::string_view kComputerCall = "computer_call";

struct Outgoing {
  ReplyHead head;
  std::string content;                   // between the quotes of its JSON string
  std::optional<std::string> reasoning;  // the same
  std::vector<ReplyCall> calls;
  std::string finish_reason = "stop";
  Usage usage;
  bool include_usage = false;      // of a stream of the chat API
  std::string error;               // JSON for {"error":…}; empty: none
  std::optional<std::size_t> cut;  // the connection breaks after so many pieces
};

// The demo model's own reply, ended at the request's max_tokens with finish_reason "length".
// `habit`: how it names the place of a target that it is asked for.
Outgoing answer(const ModelCall& call, const ReplyHead& head, const PlaceHabit& habit = {});
// A script's line: its text is never shortened.
Outgoing answer(const ModelCall& call, const ReplyHead& head, const ScriptLine& line);

// ---- As the chat API has it; other APIs: reply_forms.h
// Server-sent events, each with its empty line, in order: the role, the reasoning,
// the content, the calls (each one's name, then its arguments in pieces), then finish_reason, usage
// if it was asked for and [DONE]; or the error, or nothing where it is cut.
std::vector<std::string> stream_events(const Outgoing& reply);

// The body of its reply that is not streamed.
std::string whole_body(const Outgoing& reply);
}  // namespace franz::demo_vlm
