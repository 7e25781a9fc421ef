#include "common/formats/trained_feedback.h"
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/formats/feedback_lines.h"

namespace franz {
namespace {
// Answers to a call without a message, or without room for one.
constexpr std::string_view kShortDone = "OK", kShortNotDone = "NOT DONE";

std::string shown_action(const Item& item) {
  std::string text = cut_text(item.written, kMaxActionShown);
  bool blank = false;
  std::string line;
  for (const char c : text) {
    const bool is_blank = static_cast<unsigned char>(c) <= ' ' || c == '\x7F';
    if (!is_blank) line += c;
    if (is_blank && !blank) line += ' ';
    blank = is_blank;
  }
  return line;
}

// The message about one item; empty: none.
std::string trained_line(const Item& item, const ItemResult& result, bool capture_failed) {
  const std::string action = shown_action(item);
  const auto line = [&](std::string_view word, const std::string& why) {
    return std::string(word) + ": " + action + " -- " + why;
  };
  switch (result.outcome) {
    case Outcome::done:
      if (item.clamped) return line("NOTE", "the place was moved into the picture");
      if (result.unchanged()) return line("NOTE", "no visible change after it");
      [[fallthrough]];
    case Outcome::noted: return result.why.empty() ? "" : line("NOTE", result.why);
    case Outcome::unknown: return line("UNKNOWN", result.why);
    case Outcome::partial:
      return capture_failed || result.why.empty() ? "" : line("NOT CONFIRMED", result.why);
    case Outcome::refused:
      return line("NOT DONE",
                  result.lacks_place ? "click where the text is to go first" : result.why);
    case Outcome::malformed: return line("NOT DONE", item.error ? item.error->text : result.why);
    case Outcome::not_run: break;
  }
  return line("NOT DONE", "an action before it was not done");
}

bool was_done(Outcome outcome) { return outcome == Outcome::done || outcome == Outcome::noted; }

}  // namespace

TurnReport report_trained(const Reading& reading, std::span<const ItemResult> results,
                          const TurnFacts& facts) {
  return report_trained(reading, results, facts, {});
}

TurnReport report_trained(const Reading& reading, std::span<const ItemResult> results,
                          const TurnFacts& facts, const TrainedWords& words) {
  TurnReport report;
  FeedbackBudget budget;
  FeedbackLines feedback(budget);
  if (reading.error) {
    report.error = CallFailure{reading.error->kind, reading.error->text, reading.error->line};
    feedback.add((reading.error->kind == kAskedBack ? "" : "ERROR: ") + reading.error->text);
  }
  for (const std::string& each : reading.complaints) feedback.add("NOTE: " + each);
  for (std::size_t i = 0; i < results.size();) {
    const Item& first = reading.items[i];
    FeedbackLines answer(budget);
    FeedbackLines& lines = first.id ? answer : feedback;
    bool shows_picture = false, all_done = true;
    const bool is_skipped =
        first.id && !words.not_run.empty() && results[i].outcome == Outcome::not_run;
    if (is_skipped) answer.add(words.not_run);
    std::string last;
    do {
      const Item& item = reading.items[i];
      shows_picture = shows_picture || asks_for_picture(item);
      all_done = all_done && was_done(results[i].outcome);
      if (!is_skipped) {
        std::string line = trained_line(item, results[i], facts.capture_failure.has_value());
        // An action of several items has only one fault.
        if (line != last) lines.add(line);
        if (!line.empty()) last = std::move(line);
        if (was_done(results[i].outcome)) lines.add(item.answer);
      }
      if (item.error && !report.error)
        report.error = CallFailure{item.error->kind, item.error->text, item.error->line};
      ++i;
    } while (i < results.size() && reading.items[i].continues);
    if (!first.id) continue;
    const std::string text = answer.empty() ? std::string(all_done ? kShortDone : kShortNotDone)
                                            : finished_feedback(answer.take());
    report.answers.push_back(
        {quote_json(*first.id), quote_json(text), facts.picture && shows_picture});
  }
  report.feedback = finished_feedback(feedback.take() + capture_lines(facts));
  return report;
}
}  // namespace franz
