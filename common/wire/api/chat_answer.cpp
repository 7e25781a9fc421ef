#include "common/wire/api/chat_answer.h"
#include "common/base/json.h"
#include "common/base/json_string.h"

namespace franz {
static std::string tool_call(const ReplyCall& call) {
  JsonObject object;
  object.raw("id", call.id).text("type", "function").open("function");
  return object.raw("name", call.name).raw("arguments", call.arguments).close().finish();
}

std::string chat_answer(const ModelReply& reply) {
  JsonObject message;
  message.text("role", "assistant");
  message.raw("content", reply.content ? '"' + *reply.content + '"' : "null");
  if (reply.reasoning) message.raw("reasoning_content", '"' + *reply.reasoning + '"');
  if (!reply.calls.empty()) {
    std::vector<std::string> calls;
    for (const ReplyCall& call : reply.calls) calls.push_back(tool_call(call));
    message.raw("tool_calls", json_array(calls));
  }
  JsonObject choice;
  choice.number("index", 0LL).raw("message", message.finish());
  choice.text_or_null("finish_reason", reply.finish_reason);
  JsonObject answer;
  answer.text("object", "chat.completion").text("model", reply.model);
  const std::string choices[] = {choice.finish()};
  answer.raw("choices", json_array(choices));
  if (reply.usage) {
    answer.open("usage").number("prompt_tokens", reply.usage->prompt_tokens);
    answer.number("completion_tokens", reply.usage->completion_tokens);
    answer.number("total_tokens", reply.usage->total_tokens);
    if (const auto& cached = reply.usage->cached_tokens)
      answer.open("prompt_tokens_details").number("cached_tokens", *cached).close();
    answer.close();
  }
  if (reply.kind == ModelReply::Kind::error) {
    answer.open("error").text("message", reply.error.text).text("type", reply.error.type);
    answer.text("code", reply.error.code).close();
  }
  return answer.finish();
}
}  // namespace franz
