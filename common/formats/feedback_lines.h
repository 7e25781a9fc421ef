#pragma once
// What a model reads about its reply: lines within a budget, and those that more than one dialect
// has.
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include "common/formats/dialect.h"
#include "common/formats/feedback_budget.h"

namespace franz {
inline constexpr std::size_t kMaxActionShown = 120;  // bytes of an action that a line repeats
// Bytes of one line: half of the budget, so that a long fault does not hide the next one.
inline constexpr std::size_t kMaxFeedbackLine = 1000;

// Lines about a reply, as far as the budget goes: the first ones whole, the others counted.
class FeedbackLines {
 public:
  // `budget` outlives the lines; others may share it.
  explicit FeedbackLines(FeedbackBudget& budget) : budget_(budget) {}

  // `line`: any bytes, without a line end; empty: there is none. Cut at kMaxFeedbackLine bytes. If
  // it equals the line before it, or does not fit the budget, it is only counted.
  void add(std::string_view line);
  // No line is kept, though some may be counted.
  bool empty() const { return text_.empty(); }
  // The lines, and "and 37 more like these" where some were only counted. Valid UTF-8, a newline
  // after each line.
  std::string take();

 private:
  FeedbackBudget& budget_;
  std::string text_, last_;
  std::size_t left_out_ = 0;
};

// "a(1), b(2) and 3 more": the first ones, at most twenty and 600 bytes, each cut at
// kMaxActionShown bytes; a model needs no more to see why.
std::string list_calls(std::span<const std::string> calls);

// "NOTE: clamped to 0-1000: left_click(1500, 500)"; empty where there are none.
std::string clamped_note(std::span<const std::string> calls);
// "NOTE: no visible change after: left_click(500, 300)"; empty where there are none.
std::string unchanged_note(std::span<const std::string> calls);

// `REFUSED: launch("xterm") -- there is no such program`, PARTIAL and NOTE likewise, for an item
// with something to say that no other line says; else empty. Where the capturer failed nothing is
// said of what is only partly done: its own line tells.
std::string outcome_line(std::string_view call, const ItemResult& result, bool capture_failed);

// "WARNING: …\n" for each of the capturer's warnings, and its failure; they are not about the reply
// and have no budget.
std::string capture_lines(const TurnFacts& facts);

// The feedback's text: valid UTF-8 without a newline at its end.
std::string finished_feedback(std::string text);
}  // namespace franz
