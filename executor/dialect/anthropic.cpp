#include "executor/dialect/anthropic.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include "common/base/ascii.h"
#include "common/base/json_string.h"
#include "common/base/thoughts.h"
#include "common/base/utf8.h"
#include "executor/dialect/action_plan.h"
#include "executor/dialect/computer_actions.h"
#include "executor/dialect/tagged_calls.h"
#include "executor/dialect/trained_feedback.h"

namespace franz::executor {
namespace {
constexpr std::size_t kMaxAnthropicReason = 500;  // bytes
constexpr std::string_view kFunction = "computer";
constexpr std::string_view kNotRun =
    "Not executed: an earlier computer action in this turn failed.";

void add_call(const ReplyCall& call, ActionPlan& plan, std::optional<std::string> reason) {
  const std::string name = decode_json_string(call.name);
  const std::string raw =
      call.arguments.starts_with('"') ? decode_json_string(call.arguments) : call.arguments;
  plan.begin(name + "(" + raw + ")", 0, decode_json_string(call.id), std::move(reason));
  plan.note_form(name == kFunction ? "computer" : "toolset");
  std::vector<std::string_view> forms;
  const std::optional<Literal> arguments = read_arguments(call.arguments, forms);
  for (const std::string_view form : forms) plan.note_form(form);
  if (arguments) {
    add_computer_action(name, *arguments, plan);
  } else {
    plan.refuse("invalid_json", "the arguments are not JSON");
  }
}
}  // namespace

Reading read_anthropic(const Source& source, const Toolset& tools) {
  ActionPlan plan(source, tools);
  if (!source.reply) return std::move(plan).take_silence();
  const Reply& reply = *source.reply;
  const std::string text(trimmed(decode_json_string(without_thoughts(reply.text, LineEnds::kept))));
  // Why the model does it, in its words: the first call has them.
  std::optional<std::string> reason;
  if (!text.empty()) reason = to_valid_utf8(cut_text(text, kMaxAnthropicReason));
  for (const ReplyCall& each : reply.calls)
    add_call(each, plan, std::exchange(reason, std::nullopt));
  if (reply.calls.empty() && !text.empty()) plan.finish(text);
  return std::move(plan).take(
      0, {"empty_reply", "the reply has neither a call of computer nor a text", 0, ""});
}

Told tell_anthropic(const Reading& reading, std::span<const ItemResult> results,
                    const TurnFacts& facts) {
  return tell_trained(reading, results, facts, {kNotRun});
}
}  // namespace franz::executor
