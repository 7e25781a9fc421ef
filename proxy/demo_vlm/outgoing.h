#pragma once
// What goes back to the client, before anything is sent: one reply, whole or as a stream's events,
// in the form of each API.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/wire/api/api.h"
#include "proxy/demo_vlm/named_target.h"
#include "proxy/demo_vlm/script.h"
#include "proxy/demo_vlm/seen_request.h"

namespace franz::demo_vlm {
inline constexpr const char* kModelName = "demo-vlm";

// What stays the same in all the JSON of one reply.
struct ReplyHead {
  std::string id;         // "chatcmpl-…", "resp_…"
  long long created = 0;  // seconds since 1970
  std::string model;
};

struct Outgoing : ScriptLine {
  ReplyHead head;
  TokenUsage usage;
  bool include_usage = false;  // of a stream of the chat API
};

// The demo model's own reply, ended at the request's max_tokens with finish_reason "length".
// `habit`: how it names the place of a target that it is asked for.
Outgoing answer(const ModelCall& call, const ReplyHead& head, const PlaceHabit& habit = {});
// A script's line: its text is never shortened.
Outgoing answer(const ModelCall& call, const ReplyHead& head, const ScriptLine& line);

// How replies are written, an entry for each API. Events are server-sent, each with its empty line.
struct ReplyForm {
  std::string_view api;        // Api::name
  std::string_view id_prefix;  // of a reply's id
  std::vector<std::string> (*stream_events)(const Outgoing& reply);
  std::string (*whole_body)(const Outgoing& reply);  // of a reply that is not streamed
};

// Null: the demo model does not answer there.
const ReplyForm* find_reply_form(const Api& api);

// The chat API, in order: the role, the reasoning, the content, the calls (each one's name, then
// its arguments in pieces), then finish_reason, usage if it was asked for and [DONE]; or the error,
// or nothing where it is cut.
std::vector<std::string> stream_events(const Outgoing& reply);
std::string whole_body(const Outgoing& reply);

// {"error":{"message":…,"type":…,"param":null,"code":…}}: `type` is "invalid_request_error" for
// 400 to 499, else "server_error"; `code` may be empty for null.
std::string error_json(int status, std::string_view message, std::string_view code);

// As llama-server refuses a prompt that is longer than its context, both in tokens.
std::string context_error_json(long long prompt_tokens, long long context);

// {"object":"list","data":[{"id":"demo-vlm",…}]}, and "meta":{"n_ctx":…} where there is a context.
std::string models_json(long long created, long long context = 0);

// Cuts the characters between a JSON string's quotes into pieces of about a token each: a word, a
// few digits, a sign; never inside an escape or a UTF-8 character, though two escapes that make a
// surrogate pair may part. The pieces are views and join to `inner`.
std::vector<std::string_view> cut_pieces(std::string_view inner);
}  // namespace franz::demo_vlm
