#include "executor/dialect/qwen.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include "common/base/ascii.h"
#include "common/base/json_string.h"
#include "common/base/thoughts.h"
#include "executor/dialect/action_plan.h"
#include "executor/dialect/computer_actions.h"
#include "executor/dialect/tagged_calls.h"

namespace franz::executor {
namespace {
constexpr const char* kExpectedQwenCall =
    "no call was found; expected <tool_call>{\"name\":\"computer_use\",\"arguments\":{\"action\":"
    "…}}</tool_call>";

void add_qwen_tool_calls(const Reply& reply, ActionPlan& plan) {
  const std::optional<std::string> reason = reason_in(reply.text);
  for (const ReplyCall& each : reply.calls) {
    const std::string name = decode_json_string(each.name);
    const std::string raw =
        each.arguments.starts_with('"') ? decode_json_string(each.arguments) : each.arguments;
    plan.begin(std::string(name).append("(").append(raw).append(")"), 0,
               decode_json_string(each.id), reason);
    plan.note_form("tool_calls");
    std::vector<std::string_view> forms;
    const std::optional<Literal> arguments = read_arguments(each.arguments, forms);
    for (const std::string_view form : forms) plan.note_form(form);
    if (arguments) {
      add_computer_action(name, *arguments, plan);
    } else {
      plan.refuse("invalid_json", "the arguments are not JSON");
    }
  }
}

int add_qwen_calls_in_text(const Reply& reply, ActionPlan& plan) {
  const std::string text = decode_json_string(without_thoughts(reply.text, LineEnds::kept));
  std::optional<std::string> reason = reason_in(reply.text);
  const std::vector<TaggedCall> calls = tagged_calls(text);
  for (const TaggedCall& each : calls) {
    plan.begin(each.written, each.line, std::nullopt, std::exchange(reason, std::nullopt));
    for (const std::string_view form : each.forms) plan.note_form(form);
    if (each.problem.empty()) {
      add_computer_action(each.function, each.arguments, plan);
    } else {
      plan.refuse("invalid_json", "the call could not be read: " + each.problem);
    }
  }
  return static_cast<int>(calls.size());
}
}  // namespace

Reading read_qwen(const Source& source, const Toolset& tools) {
  ActionPlan plan(source, tools);
  if (!source.reply) return std::move(plan).take_silence();
  add_qwen_tool_calls(*source.reply, plan);
  // A server that finds some of the calls leaves no other in the text.
  const int blocks = source.reply->calls.empty() ? add_qwen_calls_in_text(*source.reply, plan) : 0;
  return std::move(plan).take(blocks, {"no_call", kExpectedQwenCall, 0, ""});
}
}  // namespace franz::executor
