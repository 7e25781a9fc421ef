#include "common/wire/api/responses_answer.h"
#include <utility>
#include <vector>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/wire/computer_call.h"

namespace franz {
static std::string text_part(std::string_view type, const std::string& inner) {
  return JsonObject().text("type", type).raw("text", '"' + inner + '"').finish();
}

static std::vector<std::string> output_of(const ModelReply& reply) {
  std::vector<std::string> output;
  if (reply.reasoning)
    output.push_back(JsonObject()
                         .text("type", "reasoning")
                         .raw("summary", "[]")
                         .raw("content", '[' + text_part("reasoning_text", *reply.reasoning) + ']')
                         .finish());
  if (reply.content)
    output.push_back(JsonObject()
                         .text("type", "message")
                         .text("role", "assistant")
                         .raw("content", '[' + text_part("output_text", *reply.content) + ']')
                         .finish());
  for (const ReplyCall& call : reply.calls) {
    if (const auto items = items_of_computer_call(call); !items.empty()) {
      output.insert(output.end(), items.begin(), items.end());
      continue;
    }
    output.push_back(JsonObject()
                         .text("type", "function_call")
                         .raw("call_id", call.id)
                         .raw("name", call.name)
                         .raw("arguments", call.arguments)
                         .finish());
  }
  return output;
}

// The reason why it is incomplete; empty: it is complete.
static std::string why_incomplete(const std::string& finish_reason) {
  if (finish_reason == "stop" || finish_reason == "tool_calls") return "";
  return finish_reason == "length" ? "max_output_tokens" : finish_reason;
}

std::string responses_answer(const ModelReply& reply) {
  const bool failed = reply.kind == ModelReply::Kind::error;
  const bool cut = reply.kind == ModelReply::Kind::cut;
  const std::string why = failed || cut ? "" : why_incomplete(reply.finish_reason.value_or("stop"));
  JsonObject answer;
  answer.text("object", "response");
  answer.text("status", failed         ? "failed"
                        : cut          ? "in_progress"
                        : !why.empty() ? "incomplete"
                                       : "completed");
  answer.text("model", reply.model).raw("output", json_array(output_of(reply)));
  if (!why.empty()) answer.open("incomplete_details").text("reason", why).close();
  if (reply.usage) {
    answer.open("usage").number("input_tokens", reply.usage->prompt_tokens);
    answer.number("output_tokens", reply.usage->completion_tokens);
    answer.number("total_tokens", reply.usage->total_tokens);
    if (const auto& cached = reply.usage->cached_tokens)
      answer.open("input_tokens_details").number("cached_tokens", *cached).close();
    answer.close();
  }
  if (failed) {
    answer.open("error").text("code", reply.error.code).text("message", reply.error.text);
    answer.text("type", reply.error.type).close();
  }
  return std::move(answer).finish();
}
}  // namespace franz
