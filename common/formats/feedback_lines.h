#pragma once
// The lines that a model reads about its reply, within a budget, and lines that several dialects
// share.
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include "common/formats/dialect.h"
#include "common/formats/feedback_budget.h"

namespace franz {
inline constexpr std::size_t kMaxActionShown = 120;  // bytes of an action that a line repeats
// Bytes of one line: half of the budget, so that one long fault does not hide the next.
inline constexpr std::size_t kMaxFeedbackLine = 1000;

// Lines about a reply within the budget: the first ones in full, the others only counted.
class FeedbackLines {
 public:
  // `budget` must outlive this object; others may share it.
  explicit FeedbackLines(FeedbackBudget& budget) : budget_(budget) {}

  // `line`: any bytes, without a line end; empty: ignored. It is cut at kMaxFeedbackLine bytes. A
  // line that equals the previous one or does not fit the budget is only counted.
  void add(std::string_view line);
  // No line is included, though some may be counted.
  bool empty() const { return text_.empty(); }
  // The lines, followed by "and 37 more like these" if some were only counted. Valid UTF-8, with a
  // newline after each line.
  std::string take();

 private:
  FeedbackBudget& budget_;
  std::string text_, last_;
  std::size_t left_out_ = 0;
};

// "a(1), b(2) and 3 more": at most twenty calls and 600 bytes, each cut at kMaxActionShown bytes,
// which is enough for a model to see the cause.
std::string list_calls(std::span<const std::string> calls);

// "NOTE: clamped to 0-1000: left_click(1500, 500)"; empty if there are no calls.
std::string clamped_note(std::span<const std::string> calls);
// "NOTE: no visible change after: left_click(500, 300)"; empty if there are no calls.
std::string unchanged_note(std::span<const std::string> calls);

// `REFUSED: launch("xterm") -- there is no such program`, or the same with PARTIAL or NOTE, for an
// item with a message that no other line contains; else empty. If the capturer failed, a partial
// outcome has no line here: capture_lines() reports it.
std::string outcome_line(std::string_view call, const ItemResult& result, bool capture_failed);

// "WARNING: …\n" for each of the capturer's warnings, and its failure; they are not about the reply
// and have no budget.
std::string capture_lines(const TurnFacts& facts);

// Completes the feedback: valid UTF-8 without a newline at its end.
std::string finished_feedback(std::string text);
}  // namespace franz
