#include "proxy/demo_vlm/api_json.h"
#include <vector>
#include "common/base/json.h"
#include "common/base/json_string.h"

namespace franz::demo_vlm {
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

std::string completion_json(const ReplyHead& head, std::string_view content,
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

std::string delta_json(const ReplyHead& head, std::string_view field, std::string_view piece) {
  return chunk_json(head, JsonObject().raw(field, with_quotes(piece)).finish(), "null");
}

std::string role_json(const ReplyHead& head) {
  return chunk_json(head, JsonObject().text("role", "assistant").text("content", "").finish(),
                    "null");
}

static std::string call_delta(const ReplyHead& head, const std::string& call) {
  return chunk_json(head, JsonObject().raw("tool_calls", "[" + call + "]").finish(), "null");
}

std::string call_start_json(const ReplyHead& head, std::size_t index, const ReplyCall& call) {
  return call_delta(head, JsonObject()
                              .number("index", static_cast<long long>(index))
                              .raw("id", call.id)
                              .text("type", "function")
                              .raw("function", function_json(call, "\"\""))
                              .finish());
}

std::string call_arguments_json(const ReplyHead& head, std::size_t index, std::string_view token) {
  return call_delta(head, JsonObject()
                              .number("index", static_cast<long long>(index))
                              .raw("function", JsonObject().raw("arguments", token).finish())
                              .finish());
}

std::string finish_json(const ReplyHead& head, std::string_view finish_reason) {
  return chunk_json(head, "{}", with_quotes(finish_reason));
}

std::string usage_json(const ReplyHead& head, const Usage& usage) {
  return head_json(head, "chat.completion.chunk")
      .raw("choices", "[]")
      .raw("usage", usage_members(usage))
      .finish();
}
}  // namespace franz::demo_vlm
