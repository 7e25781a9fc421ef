#include "common/formats/feedback_lines.h"
#include <algorithm>
#include <utility>
#include "common/base/utf8.h"

namespace franz {
static constexpr std::size_t kMaxListedCalls = 20, kMaxCallList = 600;  // bytes

void FeedbackLines::add(std::string_view line) {
  if (line.empty()) return;
  std::string cut = cut_text(line, kMaxFeedbackLine);
  if (cut == last_ || !budget_.take(cut.size() + 1)) {
    ++left_out_;
    return;
  }
  text_ += cut + "\n";
  last_ = std::move(cut);
}

std::string FeedbackLines::take() {
  if (left_out_ > 0) text_ += "and " + std::to_string(left_out_) + " more like these\n";
  left_out_ = 0;
  last_.clear();
  return std::exchange(text_, {});
}

std::string list_calls(std::span<const std::string> calls) {
  FeedbackBudget budget(kMaxCallList);
  std::string text;
  std::size_t shown = 0;
  while (shown < std::min(calls.size(), kMaxListedCalls)) {
    const std::string call = (shown == 0 ? "" : ", ") + cut_text(calls[shown], kMaxActionShown);
    if (!budget.take(call.size())) break;
    text += call;
    ++shown;
  }
  if (shown < calls.size()) text += " and " + std::to_string(calls.size() - shown) + " more";
  return text;
}

std::string clamped_note(std::span<const std::string> calls) {
  return calls.empty() ? "" : "NOTE: clamped to 0-1000: " + list_calls(calls);
}
std::string unchanged_note(std::span<const std::string> calls) {
  return calls.empty() ? "" : "NOTE: no visible change after: " + list_calls(calls);
}

std::string outcome_line(std::string_view call, const ItemResult& result, bool capture_failed) {
  if (result.why.empty() || result.lacks_place) return "";
  const auto line = [&](std::string_view word) {
    return std::string(word) + ": " + cut_text(call, kMaxActionShown) + " -- " + result.why;
  };
  switch (result.outcome) {
    case Outcome::done: return line("NOTE");
    case Outcome::refused: return line("REFUSED");
    case Outcome::partial: return capture_failed ? "" : line("PARTIAL");
    case Outcome::unknown: return line("UNKNOWN");
    case Outcome::noted:
    case Outcome::malformed:
    case Outcome::not_run: break;
  }
  return "";
}

std::string capture_lines(const TurnFacts& facts) {
  std::string text;
  for (const Warning& each : facts.warnings) text += "WARNING: " + each.text + "\n";
  if (facts.capture_failure) text += degraded_text("capturer", *facts.capture_failure) + "\n";
  return text;
}

std::string finished_feedback(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  return to_valid_utf8(text);
}
}  // namespace franz
