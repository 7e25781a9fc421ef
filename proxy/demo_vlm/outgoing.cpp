#include "proxy/demo_vlm/outgoing.h"
#include <algorithm>
#include <array>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/wire/api/chat.h"
#include "common/wire/api/responses.h"

namespace franz::demo_vlm {
namespace {
// A call that the Responses API has itself; its arguments are the members of the item beside type,
// ids and status.
constexpr std::string_view kComputerCall = "computer_call";

std::string with_quotes(std::string_view inner) { return '"' + std::string(inner) + '"'; }

bool is_text(std::string_view token) { return token.starts_with('"'); }

// What is no text cannot be joined of pieces.
std::vector<std::string_view> pieces_of(std::string_view arguments) {
  if (!is_text(arguments)) return {};
  return cut_pieces(arguments.substr(1, arguments.size() - 2));
}

std::string in_error(std::string_view error) { return JsonObject().raw("error", error).finish(); }

// ---- the length of a reply

long long count_tokens(std::string_view inner) {
  // Very long texts are cut into larger pieces than tokens.
  return std::max(static_cast<long long>(cut_pieces(inner).size()), tokens_of(inner.size() / 2));
}

// Takes from `inner` what goes beyond `limit` tokens, and the rest from `limit`. False: it did.
bool keep_tokens(std::string& inner, long long& limit) {
  const std::vector<std::string_view> pieces = cut_pieces(inner);
  const long long kept = std::min(limit, static_cast<long long>(pieces.size()));
  const bool is_whole = kept == static_cast<long long>(pieces.size());
  limit -= kept;
  if (!is_whole)
    inner.resize(
        static_cast<std::size_t>(pieces[static_cast<std::size_t>(kept)].data() - inner.data()));
  return is_whole;
}

// Ends the reply in the middle of whatever it says then.
void end_at(ScriptLine& reply, long long limit) {
  bool whole = keep_tokens(reply.content, limit);
  std::size_t kept = 0;
  for (; whole && kept < reply.calls.size() && limit-- > 0; ++kept) {
    std::string& token = reply.calls[kept].arguments;
    if (!is_text(token)) continue;
    std::string inner = token.substr(1, token.size() - 2);
    whole = keep_tokens(inner, limit);
    token = with_quotes(inner);
  }
  if (whole && kept == reply.calls.size()) return;
  reply.calls.resize(kept);
  reply.finish_reason = kEndedAtLimit;
}

// ---- the chat API

JsonObject chat_head(const Outgoing& reply, std::string_view object) {
  JsonObject json;
  json.text("id", reply.head.id).text("object", object);
  json.number("created", reply.head.created).text("model", reply.head.model);
  return json;
}

std::string chat_usage(const TokenUsage& usage) {
  return JsonObject()
      .number("prompt_tokens", usage.prompt_tokens)
      .number("completion_tokens", usage.completion_tokens)
      .number("total_tokens", usage.total_tokens)
      .finish();
}

std::string data_event(const std::string& data) { return "data: " + data + "\n\n"; }

std::string chat_chunk(const Outgoing& reply, const std::string& delta,
                       std::string_view finish_reason = "null") {
  JsonObject choice;
  choice.number("index", 0LL).raw("delta", delta).raw("finish_reason", finish_reason);
  return data_event(chat_head(reply, "chat.completion.chunk")
                        .raw("choices", "[" + choice.finish() + "]")
                        .finish());
}

std::string chat_text(const Outgoing& reply, std::string_view field, std::string_view piece) {
  return chat_chunk(reply, JsonObject().raw(field, with_quotes(piece)).finish());
}

// A call's id and name where they are said, and its arguments or a piece of them.
std::string chat_call(const ReplyCall& call, std::optional<std::size_t> index, bool is_named,
                      std::string_view arguments) {
  JsonObject json;
  if (index) json.number("index", static_cast<long long>(*index));
  if (is_named) json.raw("id", call.id).text("type", "function");
  json.open("function");
  if (is_named) json.raw("name", call.name);
  return json.raw("arguments", arguments).close().finish();
}

// The content and the calls, in pieces.
std::vector<std::string> chat_pieces(const Outgoing& reply) {
  std::vector<std::string> events;
  for (const std::string_view piece : cut_pieces(reply.content))
    events.push_back(chat_text(reply, "content", piece));
  for (std::size_t i = 0; i < reply.calls.size(); ++i) {
    const ReplyCall& call = reply.calls[i];
    const auto add = [&](bool is_named, std::string_view arguments) {
      const std::string list = "[" + chat_call(call, i, is_named, arguments) + "]";
      events.push_back(chat_chunk(reply, JsonObject().raw("tool_calls", list).finish()));
    };
    add(true, kNoText);
    if (!is_text(call.arguments)) add(false, call.arguments);
    for (const std::string_view piece : pieces_of(call.arguments)) add(false, with_quotes(piece));
  }
  return events;
}

// ---- the Responses API; its form is that of common/wire/api/responses_reply.h

struct OutputItem {
  std::string_view type;   // "reasoning", "message", "function_call"; or kComputerCall
  std::string_view event;  // of its text: "output_text"; empty: all of it is sent at its end
  std::string id;
  std::string token;                // of its text or arguments
  const ReplyCall* call = nullptr;  // null: it is none
};

std::string text_part(const OutputItem& item, std::string_view token) {
  JsonObject part;
  part.text("type", item.event).raw("text", token);
  if (item.type == "message") part.raw("annotations", "[]");
  return part.finish();
}

// As it is in the end, or when it is added: without its text.
std::string item_json(const OutputItem& item, bool is_whole) {
  JsonObject json;
  json.text("id", item.id).text("type", item.type);
  if (item.type == "reasoning") {
    json.raw("summary", "[]");
  } else {
    json.text("status", is_whole ? "completed" : "in_progress");
  }
  if (item.type == "message") json.text("role", "assistant");
  if (item.call == nullptr)
    return json.raw("content", is_whole ? "[" + text_part(item, item.token) + "]" : "[]").finish();
  if (item.type != kComputerCall)
    return json.raw("call_id", item.call->id)
        .raw("name", item.call->name)
        .raw("arguments", is_whole ? item.token : kNoText)
        .finish();
  json.raw("call_id", item.call->id == kNoText ? with_quotes("call_" + item.id) : item.call->id);
  std::string object = json.finish();
  if (is_whole && item.token.size() > 2)
    object.replace(object.size() - 1, 1, "," + item.token.substr(1));
  return object;
}

std::vector<OutputItem> output_of(const Outgoing& reply) {
  std::vector<OutputItem> items;
  // Its own suffix makes the ids of a reply's items those of no other.
  const std::string suffix = reply.head.id.substr(reply.head.id.find_first_of("-_") + 1) + "_";
  const auto add = [&](std::string_view type, std::string_view event, std::string_view prefix,
                       std::string token, const ReplyCall* call = nullptr) {
    items.push_back({type, event, std::string(prefix) + suffix + std::to_string(items.size()),
                     std::move(token), call});
  };
  if (reply.reasoning) add("reasoning", "reasoning_text", "rs_", with_quotes(*reply.reasoning));
  if (!reply.content.empty() || reply.calls.empty())
    add("message", "output_text", "msg_", with_quotes(reply.content));
  for (const ReplyCall& call : reply.calls) {
    if (call.name == with_quotes(kComputerCall) && call.arguments.starts_with('{'))
      add(kComputerCall, "", "cu_", call.arguments, &call);
    else
      add("function_call", "function_call_arguments", "fc_", call.arguments, &call);
  }
  return items;
}

std::string response_json(const Outgoing& reply, std::string_view status) {
  const bool is_over = status == "completed" || status == "incomplete";
  std::vector<std::string> output;
  if (is_over)
    for (const OutputItem& item : output_of(reply)) output.push_back(item_json(item, true));
  JsonObject json;
  json.text("id", reply.head.id).text("object", "response");
  json.number("created_at", reply.head.created).text("status", status);
  json.text("model", reply.head.model).raw("output", json_array(output));
  json.raw("error", status == "failed" ? reply.error : "null");
  if (status == "incomplete")
    json.open("incomplete_details")
        .text("reason",
              reply.finish_reason == kEndedAtLimit ? "max_output_tokens" : reply.finish_reason)
        .close();
  else
    json.null("incomplete_details");
  if (!is_over) return json.null("usage").finish();
  json.open("usage").number("input_tokens", reply.usage.prompt_tokens);
  json.number("output_tokens", reply.usage.completion_tokens);
  return json.number("total_tokens", reply.usage.total_tokens).close().finish();
}

std::string_view status_of(const Outgoing& reply) {
  const bool is_complete = reply.finish_reason == "stop" || reply.finish_reason == "tool_calls";
  return is_complete ? "completed" : "incomplete";
}

// In order: the response is created; the reasoning, the message and each call as an item that is
// added, sent in pieces and done; then the whole response. Or it fails, or nothing follows where it
// is cut.
std::vector<std::string> response_events(const Outgoing& reply) {
  std::vector<std::string> events;
  const auto add = [&](const std::string& type, JsonObject members) {
    members.number("sequence_number", static_cast<long long>(events.size()));
    // The type is the first member.
    events.push_back("event: response." + type + "\ndata: {\"type\":\"response." + type + "\"," +
                     members.finish().substr(1) + "\n\n");
  };
  const auto add_state = [&](std::string_view type, std::string_view status) {
    add(std::string(type), JsonObject().raw("response", response_json(reply, status)));
  };
  add_state("created", "in_progress");
  add_state("in_progress", "in_progress");
  std::size_t pieces = 0;  // of texts and calls: those that a cut counts
  long long index = 0;
  for (const OutputItem& item : output_of(reply)) {
    const auto add_item = [&](const char* type, bool is_whole) {
      add(type, JsonObject().number("output_index", index).raw("item", item_json(item, is_whole)));
    };
    const auto add_text = [&](std::string_view event, std::string_view type, std::string_view key,
                              std::string_view value) {
      JsonObject members;
      members.text("item_id", item.id).number("output_index", index);
      if (item.call == nullptr) members.number("content_index", 0LL);
      add(std::string(event) + std::string(type), members.raw(key, value));
    };
    const bool is_message = item.type == "message", is_counted = item.type != "reasoning";
    add_item("output_item.added", false);
    if (is_message) add_text("content_part", ".added", "part", text_part(item, kNoText));
    if (!item.event.empty()) {
      for (const std::string_view piece : pieces_of(item.token)) {
        if (is_counted && reply.cut && pieces == *reply.cut) return events;
        pieces += is_counted ? 1 : 0;
        add_text(item.event, ".delta", "delta", with_quotes(piece));
      }
    }
    // The text of all pieces would be more than what was sent before the cut.
    if (is_counted && reply.cut && pieces >= *reply.cut) return events;
    if (!item.event.empty())
      add_text(item.event, ".done", item.call == nullptr ? "text" : "arguments", item.token);
    if (is_message) add_text("content_part", ".done", "part", text_part(item, item.token));
    add_item("output_item.done", true);
    ++index;
  }
  if (reply.cut) return events;
  const std::string_view state = reply.error.empty() ? status_of(reply) : "failed";
  add_state(state, state);
  return events;
}

std::string response_body(const Outgoing& reply) {
  if (!reply.error.empty()) return in_error(reply.error);
  return response_json(reply, status_of(reply));
}

constexpr std::array kForms{
    ReplyForm{kChatApi.name, "chatcmpl-", stream_events, whole_body},
    ReplyForm{kResponsesApi.name, "resp_", response_events, response_body},
};
}  // namespace

Outgoing answer(const ModelCall& call, const ReplyHead& head, const PlaceHabit& habit) {
  const std::optional<Reply> named = name_target(call.seen, habit);
  const Reply said = named ? *named : decide(call.seen);
  ScriptLine line;
  const std::string token = quote_json(said.text);
  line.content = token.substr(1, token.size() - 2);
  for (const SpokenCall& each : said.calls)
    line.calls.push_back(
        {quote_json(each.id), quote_json(each.name),
         each.name == kComputerCall ? each.arguments : quote_json(each.arguments)});
  if (!line.calls.empty()) line.finish_reason = "tool_calls";
  if (call.max_tokens) end_at(line, *call.max_tokens);
  return answer(call, head, line);
}

Outgoing answer(const ModelCall& call, const ReplyHead& head, const ScriptLine& line) {
  Outgoing reply{line, head, {}, call.ask_usage};
  if (!line.model.empty()) reply.head.model = line.model;
  long long tokens = count_tokens(line.content) + count_tokens(line.reasoning.value_or(""));
  for (const ReplyCall& each : line.calls)  // a call's name is one
    tokens += 1 + (is_text(each.arguments)
                       ? count_tokens(each.arguments.substr(1, each.arguments.size() - 2))
                       : tokens_of(each.arguments.size()));
  reply.usage = {call.prompt_tokens, tokens, call.prompt_tokens + tokens};
  return reply;
}

const ReplyForm* find_reply_form(const Api& api) {
  const auto form = std::ranges::find(kForms, api.name, &ReplyForm::api);
  return form == kForms.end() ? nullptr : &*form;
}

std::vector<std::string> stream_events(const Outgoing& reply) {
  std::vector<std::string> events{
      chat_chunk(reply, JsonObject().text("role", "assistant").text("content", "").finish())};
  if (reply.reasoning)
    for (const std::string_view piece : cut_pieces(*reply.reasoning))
      events.push_back(chat_text(reply, "reasoning_content", piece));
  std::vector<std::string> pieces = chat_pieces(reply);
  if (reply.cut && *reply.cut < pieces.size()) pieces.resize(*reply.cut);
  events.insert(events.end(), pieces.begin(), pieces.end());
  if (reply.cut) return events;
  if (!reply.error.empty()) {
    events.push_back(data_event(in_error(reply.error)));
    return events;
  }
  events.push_back(chat_chunk(reply, "{}", with_quotes(reply.finish_reason)));
  if (reply.include_usage)
    events.push_back(data_event(chat_head(reply, "chat.completion.chunk")
                                    .raw("choices", "[]")
                                    .raw("usage", chat_usage(reply.usage))
                                    .finish()));
  events.push_back(data_event("[DONE]"));
  return events;
}

std::string whole_body(const Outgoing& reply) {
  if (!reply.error.empty()) return in_error(reply.error);
  JsonObject choice;
  choice.number("index", 0LL).open("message").text("role", "assistant");
  // Beside calls, an empty content is null.
  choice.raw("content",
             reply.content.empty() && !reply.calls.empty() ? "null" : with_quotes(reply.content));
  if (reply.reasoning) choice.raw("reasoning_content", with_quotes(*reply.reasoning));
  std::vector<std::string> calls;
  for (const ReplyCall& call : reply.calls)
    calls.push_back(chat_call(call, std::nullopt, true, call.arguments));
  if (!calls.empty()) choice.raw("tool_calls", json_array(calls));
  choice.close().text("finish_reason", reply.finish_reason);
  return chat_head(reply, "chat.completion")
      .raw("choices", "[" + choice.finish() + "]")
      .raw("usage", chat_usage(reply.usage))
      .finish();
}

std::string error_json(int status, std::string_view message, std::string_view code) {
  JsonObject error;
  error.text("message", message);
  error.text("type", status < 500 ? "invalid_request_error" : "server_error").null("param");
  return in_error((code.empty() ? error.null("code") : error.text("code", code)).finish());
}

std::string context_error_json(long long prompt_tokens, long long context) {
  JsonObject error;
  error.number("code", 400LL);
  error.text("message", "request (" + std::to_string(prompt_tokens) +
                            " tokens) exceeds the available context size (" +
                            std::to_string(context) + " tokens), try increasing it");
  error.text("type", "exceed_context_size_error");
  return in_error(error.number("n_prompt_tokens", prompt_tokens).number("n_ctx", context).finish());
}

std::string models_json(long long created, long long context) {
  JsonObject model;
  model.text("id", kModelName).text("object", "model");
  model.number("created", created).text("owned_by", "franz");
  if (context > 0) model.open("meta").number("n_ctx", context).close();
  return JsonObject().text("object", "list").raw("data", "[" + model.finish() + "]").finish();
}

std::vector<std::string_view> cut_pieces(std::string_view inner) {
  // A text of megabytes comes in some thousand larger pieces.
  const std::size_t max_units = std::max<std::size_t>(6, inner.size() / 8192);
  const bool by_words = max_units == 6;
  std::vector<std::string_view> pieces;
  std::size_t start = 0, units = 0;
  for (std::size_t at = 0; at < inner.size(); ++units) {
    const std::string_view rest = inner.substr(at);
    const bool is_escape = rest.front() == '\\';
    // A word takes the blank before it along; an escape is a piece of its own.
    const bool is_apart = is_escape || rest.front() == ' ' || inner[start] == '\\';
    if (units > 0 && ((by_words && is_apart) || units >= max_units)) {
      pieces.push_back(inner.substr(start, at - start));
      start = at;
      units = 0;
    }
    const std::size_t escape = rest.size() > 1 && rest[1] == 'u' ? 6 : 2;
    at += is_escape ? std::min(rest.size(), escape) : decode_utf8(rest).length;
  }
  if (start < inner.size()) pieces.push_back(inner.substr(start));
  return pieces;
}
}  // namespace franz::demo_vlm
