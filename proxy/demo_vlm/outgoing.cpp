#include "proxy/demo_vlm/outgoing.h"
#include <algorithm>
#include "common/base/json_string.h"
#include "common/wire/raw_json.h"
#include "proxy/demo_vlm/decide.h"
#include "proxy/demo_vlm/reply_pieces.h"

namespace franz::demo_vlm {
static long long count_tokens(std::string_view inner) {
  // Very long texts are cut into larger pieces than tokens.
  return std::max(static_cast<long long>(cut_pieces(inner).size()), tokens_of(inner.size() / 2));
}

static std::string event(const std::string& data) { return "data: " + data + "\n\n"; }

static std::string error_member(const std::string& error) {
  return JsonObject().raw("error", error).finish();
}

Outgoing answer(const ModelCall& call, const ReplyHead& head) {
  Outgoing reply;
  reply.head = head;
  reply.include_usage = call.ask_usage;
  const std::string token = quote_json(decide(call.seen).text);
  reply.content = token.substr(1, token.size() - 2);
  const std::vector<std::string_view> pieces = cut_pieces(reply.content);
  auto count = static_cast<long long>(pieces.size());
  if (call.max_tokens && *call.max_tokens < count) {
    count = *call.max_tokens;
    const char* end = pieces[static_cast<std::size_t>(count)].data();
    reply.content.resize(static_cast<std::size_t>(end - reply.content.data()));
    reply.finish_reason = "length";
  }
  reply.usage = {call.prompt_tokens, count};
  return reply;
}

Outgoing answer(const ModelCall& call, const ReplyHead& head, const ScriptLine& line) {
  Outgoing reply;
  reply.head = head;
  if (!line.model.empty()) reply.head.model = line.model;
  reply.content = line.content;
  reply.reasoning = line.reasoning;
  reply.finish_reason = line.finish_reason;
  reply.include_usage = call.ask_usage;
  reply.error = line.error;
  reply.cut = line.cut;
  reply.usage = {call.prompt_tokens,
                 count_tokens(line.content) + count_tokens(line.reasoning.value_or(""))};
  return reply;
}

std::vector<std::string> stream_events(const Outgoing& reply) {
  std::vector<std::string> events{event(role_json(reply.head))};
  const std::string reasoning = reply.reasoning.value_or("");
  for (const std::string_view piece : cut_pieces(reasoning)) {
    events.push_back(event(delta_json(reply.head, "reasoning_content", piece)));
  }
  std::size_t sent = 0;
  for (const std::string_view piece : cut_pieces(reply.content)) {
    if (reply.cut && sent++ >= *reply.cut) break;
    events.push_back(event(delta_json(reply.head, "content", piece)));
  }
  if (reply.cut) return events;
  if (!reply.error.empty()) {
    events.push_back(event(error_member(reply.error)));
    return events;
  }
  events.push_back(event(finish_json(reply.head, reply.finish_reason)));
  if (reply.include_usage) events.push_back(event(usage_json(reply.head, reply.usage)));
  events.push_back(event("[DONE]"));
  return events;
}

std::string whole_body(const Outgoing& reply) {
  if (!reply.error.empty()) return error_member(reply.error);
  return completion_json(reply.head, reply.content, reply.reasoning, reply.finish_reason,
                         reply.usage);
}
}  // namespace franz::demo_vlm
