#include "proxy/demo_vlm/outgoing.h"
#include <algorithm>
#include <iterator>
#include <span>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "proxy/demo_vlm/decide.h"
#include "proxy/demo_vlm/reply_pieces.h"

namespace franz::demo_vlm {
// ---- the JSON of the chat API

std::string with_quotes(std::string_view inner) { return '"' + std::string(inner) + '"'; }

std::string_view without_quotes(std::string_view token) {
  return token.substr(1, token.size() - 2);
}

static JsonObject head_json(const ReplyHead& head, std::string_view object) {
  JsonObject json;
  json.text("id", head.id).text("object", object);
  json.number("created", head.created).text("model", head.model);
  return json;
}

static std::string usage_members(const Usage& usage) {
  return JsonObject()
      .number("prompt_tokens", usage.prompt_tokens)
      .number("completion_tokens", usage.completion_tokens)
      .number("total_tokens", usage.prompt_tokens + usage.completion_tokens)
      .finish();
}

static std::string chunk_json(const ReplyHead& head, const std::string& delta,
                              const std::string& finish_reason) {
  const std::string choice = JsonObject()
                                 .number("index", 0LL)
                                 .raw("delta", delta)
                                 .raw("finish_reason", finish_reason)
                                 .finish();
  return head_json(head, "chat.completion.chunk").raw("choices", "[" + choice + "]").finish();
}

std::string error_json(int status, std::string_view message, std::string_view code) {
  JsonObject error;
  error.text("message", message);
  error.text("type", status < 500 ? "invalid_request_error" : "server_error");
  error.null("param");
  if (code.empty()) {
    error.null("code");
  } else {
    error.text("code", code);
  }
  return JsonObject().raw("error", error.finish()).finish();
}

std::string context_error_json(long long prompt_tokens, long long context) {
  JsonObject error;
  error.number("code", 400LL);
  error.text("message", "request (" + std::to_string(prompt_tokens) +
                            " tokens) exceeds the available context size (" +
                            std::to_string(context) + " tokens), try increasing it");
  error.text("type", "exceed_context_size_error");
  error.number("n_prompt_tokens", prompt_tokens).number("n_ctx", context);
  return JsonObject().raw("error", error.finish()).finish();
}

std::string models_json(long long created, long long context) {
  JsonObject model;
  model.text("id", kModelName).text("object", "model");
  model.number("created", created).text("owned_by", "franz");
  if (context > 0) model.raw("meta", JsonObject().number("n_ctx", context).finish());
  return JsonObject().text("object", "list").raw("data", "[" + model.finish() + "]").finish();
}

static std::string function_json(const ReplyCall& call, std::string_view arguments) {
  return JsonObject().raw("name", call.name).raw("arguments", arguments).finish();
}

// A whole reply. Beside calls, an empty content is null.
static std::string completion_json(const ReplyHead& head, std::string_view content,
                                   const std::optional<std::string>& reasoning,
                                   std::span<const ReplyCall> calls, std::string_view finish_reason,
                                   const Usage& usage) {
  JsonObject message;
  message.text("role", "assistant");
  message.raw("content", content.empty() && !calls.empty() ? "null" : with_quotes(content));
  if (reasoning) message.raw("reasoning_content", with_quotes(*reasoning));
  if (!calls.empty()) {
    std::vector<std::string> list;
    for (const ReplyCall& call : calls)
      list.push_back(JsonObject()
                         .raw("id", call.id)
                         .text("type", "function")
                         .raw("function", function_json(call, call.arguments))
                         .finish());
    message.raw("tool_calls", json_array(list));
  }
  const std::string choice = JsonObject()
                                 .number("index", 0LL)
                                 .raw("message", message.finish())
                                 .text("finish_reason", finish_reason)
                                 .finish();
  return head_json(head, "chat.completion")
      .raw("choices", "[" + choice + "]")
      .raw("usage", usage_members(usage))
      .finish();
}

static std::string delta_json(const ReplyHead& head, std::string_view field,
                              std::string_view piece) {
  return chunk_json(head, JsonObject().raw(field, with_quotes(piece)).finish(), "null");
}

static std::string role_json(const ReplyHead& head) {
  return chunk_json(head, JsonObject().text("role", "assistant").text("content", "").finish(),
                    "null");
}

static std::string call_delta(const ReplyHead& head, const std::string& call) {
  return chunk_json(head, JsonObject().raw("tool_calls", "[" + call + "]").finish(), "null");
}

// A call of the reply: first its id and name without arguments, then those in pieces.
static std::string call_start_json(const ReplyHead& head, std::size_t index,
                                   const ReplyCall& call) {
  return call_delta(head, JsonObject()
                              .number("index", static_cast<long long>(index))
                              .raw("id", call.id)
                              .text("type", "function")
                              .raw("function", function_json(call, "\"\""))
                              .finish());
}

static std::string call_arguments_json(const ReplyHead& head, std::size_t index,
                                       std::string_view token) {
  return call_delta(head, JsonObject()
                              .number("index", static_cast<long long>(index))
                              .raw("function", JsonObject().raw("arguments", token).finish())
                              .finish());
}

static std::string finish_json(const ReplyHead& head, std::string_view finish_reason) {
  return chunk_json(head, "{}", with_quotes(finish_reason));
}

static std::string usage_json(const ReplyHead& head, const Usage& usage) {
  return head_json(head, "chat.completion.chunk")
      .raw("choices", "[]")
      .raw("usage", usage_members(usage))
      .finish();
}

// ---- replies

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
