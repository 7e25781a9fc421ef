#include "proxy/demo_vlm/outgoing.h"
#include <algorithm>
#include <iterator>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "proxy/demo_vlm/decide.h"
#include "proxy/demo_vlm/reply_pieces.h"

namespace franz::demo_vlm {
static long long count_tokens(std::string_view inner) {
  // Very long texts are cut into larger pieces than tokens.
  return std::max(static_cast<long long>(cut_pieces(inner).size()), tokens_of(inner.size() / 2));
}

static bool is_text(std::string_view token) { return token.starts_with('"'); }

static long long count_tokens(const ReplyCall& call) {
  // The name is one.
  return 1 + (is_text(call.arguments) ? count_tokens(without_quotes(call.arguments))
                                      : tokens_of(call.arguments.size()));
}

// Takes from `inner` what goes beyond `limit` tokens, and the rest from `limit`. False: it did.
static bool keep_tokens(std::string& inner, long long& limit) {
  const std::vector<std::string_view> pieces = cut_pieces(inner);
  const auto count = static_cast<long long>(pieces.size());
  if (count <= limit) {
    limit -= count;
    return true;
  }
  const char* end = pieces[static_cast<std::size_t>(limit)].data();
  inner.resize(static_cast<std::size_t>(end - inner.data()));
  limit = 0;
  return false;
}

// Ends the reply in the middle of whatever it says then.
static void end_at(Outgoing& reply, long long limit) {
  bool whole = keep_tokens(reply.content, limit);
  std::size_t kept = 0;
  for (; whole && kept < reply.calls.size(); ++kept) {
    if (limit-- == 0) break;
    if (!is_text(reply.calls[kept].arguments)) continue;
    std::string arguments(without_quotes(reply.calls[kept].arguments));
    whole = keep_tokens(arguments, limit);
    reply.calls[kept].arguments = with_quotes(arguments);
  }
  if (whole && kept == reply.calls.size()) return;
  reply.calls.resize(kept);
  reply.finish_reason = "length";
}

static std::string event(const std::string& data) { return "data: " + data + "\n\n"; }

static std::string error_member(const std::string& error) {
  return JsonObject().raw("error", error).finish();
}

Outgoing answer(const ModelCall& call, const ReplyHead& head, const PlaceHabit& habit) {
  Outgoing reply;
  reply.head = head;
  reply.include_usage = call.ask_usage;
  const std::optional<Reply> named = name_target(call.seen, habit);
  const Reply said = named ? *named : decide(call.seen);
  reply.content = without_quotes(quote_json(said.text));
  for (const SpokenCall& each : said.calls)
    reply.calls.push_back(
        {quote_json(each.id), quote_json(each.name),
         each.name == kComputerCall ? each.arguments : quote_json(each.arguments)});
  if (!reply.calls.empty()) reply.finish_reason = "tool_calls";
  if (call.max_tokens) end_at(reply, *call.max_tokens);
  reply.usage = {call.prompt_tokens, static_cast<long long>(cut_pieces(reply.content).size())};
  for (const ReplyCall& each : reply.calls) reply.usage.completion_tokens += count_tokens(each);
  return reply;
}

Outgoing answer(const ModelCall& call, const ReplyHead& head, const ScriptLine& line) {
  Outgoing reply;
  reply.head = head;
  if (!line.model.empty()) reply.head.model = line.model;
  reply.content = line.content;
  reply.reasoning = line.reasoning;
  reply.calls = line.calls;
  reply.finish_reason = line.finish_reason;
  reply.include_usage = call.ask_usage;
  reply.error = line.error;
  reply.cut = line.cut;
  reply.usage = {call.prompt_tokens,
                 count_tokens(line.content) + count_tokens(line.reasoning.value_or(""))};
  for (const ReplyCall& each : line.calls) reply.usage.completion_tokens += count_tokens(each);
  return reply;
}

// The content and the calls, in pieces.
static std::vector<std::string> piece_events(const Outgoing& reply) {
  std::vector<std::string> events;
  for (const std::string_view piece : cut_pieces(reply.content))
    events.push_back(event(delta_json(reply.head, "content", piece)));
  for (std::size_t i = 0; i < reply.calls.size(); ++i) {
    const ReplyCall& call = reply.calls[i];
    events.push_back(event(call_start_json(reply.head, i, call)));
    // What is no text cannot be joined of pieces.
    if (!is_text(call.arguments)) {
      events.push_back(event(call_arguments_json(reply.head, i, call.arguments)));
      continue;
    }
    for (const std::string_view piece : cut_pieces(without_quotes(call.arguments)))
      events.push_back(event(call_arguments_json(reply.head, i, with_quotes(piece))));
  }
  return events;
}

std::vector<std::string> stream_events(const Outgoing& reply) {
  std::vector<std::string> events{event(role_json(reply.head))};
  const std::string reasoning = reply.reasoning.value_or("");
  for (const std::string_view piece : cut_pieces(reasoning)) {
    events.push_back(event(delta_json(reply.head, "reasoning_content", piece)));
  }
  std::vector<std::string> pieces = piece_events(reply);
  if (reply.cut && *reply.cut < pieces.size()) pieces.resize(*reply.cut);
  events.insert(events.end(), std::make_move_iterator(pieces.begin()),
                std::make_move_iterator(pieces.end()));
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
  return completion_json(reply.head, reply.content, reply.reasoning, reply.calls,
                         reply.finish_reason, reply.usage);
}
}  // namespace franz::demo_vlm
