#include "proxy/demo_vlm/api_json.h"
#include "common/wire/raw_json.h"

namespace franz::demo_vlm {
static std::string quoted(std::string_view inner) { return '"' + std::string(inner) + '"'; }

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

std::string models_json(long long created) {
  const std::string model = JsonObject()
                                .text("id", kModelName)
                                .text("object", "model")
                                .number("created", created)
                                .text("owned_by", "franz")
                                .finish();
  return JsonObject().text("object", "list").raw("data", "[" + model + "]").finish();
}

std::string completion_json(const ReplyHead& head, std::string_view content,
                            const std::optional<std::string>& reasoning,
                            std::string_view finish_reason, const Usage& usage) {
  JsonObject message;
  message.text("role", "assistant").raw("content", quoted(content));
  if (reasoning) message.raw("reasoning_content", quoted(*reasoning));
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
  return chunk_json(head, JsonObject().raw(field, quoted(piece)).finish(), "null");
}

std::string role_json(const ReplyHead& head) {
  return chunk_json(head, JsonObject().text("role", "assistant").text("content", "").finish(),
                    "null");
}

std::string finish_json(const ReplyHead& head, std::string_view finish_reason) {
  return chunk_json(head, "{}", quoted(finish_reason));
}

std::string usage_json(const ReplyHead& head, const Usage& usage) {
  return head_json(head, "chat.completion.chunk")
      .raw("choices", "[]")
      .raw("usage", usage_members(usage))
      .finish();
}
}  // namespace franz::demo_vlm
