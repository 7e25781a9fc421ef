#include "common/formats/anthropic/reply.h"
#include <optional>
#include <string>
#include <utility>
#include "common/base/ascii.h"
#include "common/base/json_string.h"
#include "common/base/thoughts.h"
#include "common/base/utf8.h"
#include "common/formats/computer_verbs.h"
#include "common/formats/end_of_run.h"
#include "common/formats/item_plan.h"
#include "common/formats/trained_feedback.h"

namespace franz {
namespace {
constexpr std::size_t kMaxAnthropicReason = 500;  // bytes
constexpr std::string_view kComputerFunction = R"("computer")";
constexpr std::string_view kAskForComputer = "Call computer, or say that the task is done.";
constexpr std::string_view kNotRun =
    "Not executed: an earlier computer action in this turn failed.";
}  // namespace

Reading read_anthropic(const Source& source, const Toolset& tools) {
  ItemPlan plan(source, tools);
  if (!source.reply) return std::move(plan).take_silence();
  const Reply& reply = *source.reply;
  const std::string text(trimmed(decode_json_string(without_thoughts(reply.text, LineEnds::kept))));
  // The model's reason, in its words; it is attached to the first call.
  std::optional<std::string> reason;
  if (!text.empty()) reason = to_valid_utf8(cut_text(text, kMaxAnthropicReason));
  for (const ReplyCall& each : reply.calls)
    add_server_call(kComputerVerbs, each, each.name == kComputerFunction ? "computer" : "toolset",
                    std::exchange(reason, std::nullopt), plan);
  CallError nothing{"empty_reply", "the reply has neither a call of computer nor a text", 0, ""};
  if (reply.calls.empty()) {
    TextEnd end = end_by_text(source, text, EndBy::any_text, kAskForComputer);
    if (end.done) plan.finish(*std::move(end.done));
    if (end.error) nothing = *std::move(end.error);
  }
  return std::move(plan).take(0, nothing);
}

TurnReport report_anthropic(const Reading& reading, std::span<const ItemResult> results,
                            const TurnFacts& facts) {
  return report_trained(reading, results, facts, {kNotRun});
}
}  // namespace franz
