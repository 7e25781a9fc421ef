#include "orchestrator/agent_stops.h"
#include <algorithm>
#include "common/base/count_text.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/tools/call.h"
#include "common/wire/warning_codes.h"

namespace franz::orchestrator {

static bool is_kind(const ExecutorReply& acted, std::string_view kind) {
  return acted.error && acted.error->kind == kind;
}

// A reply that only asks for a picture.
static bool is_noop(const ExecutorReply& acted) {
  if (acted.items.size() != 1 || acted.error) return false;
  const ActionItem& item = acted.items.front();
  if (item.outcome != Outcome::noted || !item.call) return false;
  const Result<Call> call = parse_canonical_call(*item.call);
  return call.ok() && call.value().tool == ToolId::screenshot;
}

static bool all_performed(const ExecutorReply& acted) {
  return count_executed(acted.items) == acted.items.size();
}

static Finish done(const std::string& said) {
  const std::string words = cut_text(said, kMaxLastWords);
  return {FinishReason::done, "done: " + (words.empty() ? "the model says so" : words)};
}

void AgentStops::count(const ExecutorReply& acted) {
  counts_.malformed = is_kind(acted, kMalformedReply) ? counts_.malformed + 1 : 0;
  counts_.noops = is_noop(acted) ? counts_.noops + 1 : 0;
  for (const ActionItem& item : acted.items)
    if (item.changed) counts_.unchanged = *item.changed ? 0 : counts_.unchanged + 1;
}

std::optional<Finish> AgentStops::turn_acted(int turn, const ExecutorReply& acted,
                                             const AgentSettings& settings) {
  if (turn == turn_) {
    counts_ = before_;
  } else {
    before_ = counts_;
    turn_ = turn;
  }
  count(acted);
  const bool gone = std::ranges::any_of(
      acted.warnings, [](const Warning& each) { return each.code == kWindowGone; });
  // Pressing the last button of a dialog closes the window.
  if (acted.done && (!gone || all_performed(acted))) return done(*acted.done);
  if (gone) return Finish{FinishReason::window_gone, "the window is not there any more"};
  if (is_kind(acted, kOutOfBounds))
    return Finish{FinishReason::out_of_bounds, "the model named a place beyond the picture"};
  if (is_kind(acted, kLowConfidence))
    return Finish{FinishReason::confidence, "the model is less sure than " +
                                                json_number(settings.min_confidence) +
                                                " ([agent] min_confidence)"};
  if (settings.malformed_retries >= 0 && counts_.malformed > settings.malformed_retries)
    return Finish{FinishReason::malformed, count_text(counts_.malformed, "reply", "replies") +
                                               " in a row not as asked for ([agent] "
                                               "malformed_retries)"};
  if (settings.max_unchanged > 0 && counts_.unchanged >= settings.max_unchanged)
    return Finish{FinishReason::no_change, count_text(counts_.unchanged, "action") +
                                               " in a row without a visible change ([agent] "
                                               "max_unchanged)"};
  if (settings.max_noops > 0 && counts_.noops >= settings.max_noops)
    return Finish{FinishReason::noops, count_text(counts_.noops, "reply", "replies") +
                                           " in a row that only asked for a picture ([agent] "
                                           "max_noops)"};
  return std::nullopt;
}
}  // namespace franz::orchestrator
