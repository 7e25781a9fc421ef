#include "executor/dialect/python_feedback.h"
#include "common/base/count_text.h"
#include "common/base/json.h"
#include "common/base/utf8.h"
#include "common/formats/feedback_lines.h"

namespace franz::executor {
namespace {
std::string executed(std::size_t count) {
  return count_text(count, "action executed", "actions executed");
}

void add_notes(const TurnAccount& account, FeedbackLines& lines) {
  lines.add(clamped_note(account.clamped));
  if (!account.without_effect.empty())
    lines.add("NOTE: no effect in " + account.surface + ": " + list_calls(account.without_effect));
  lines.add(unchanged_note(account.unchanged));
  for (const std::string& each : account.outcomes) lines.add(each);
}

void add_error(const TurnAccount& account, FeedbackLines& lines) {
  const CallError& error = *account.error;
  const bool at_run_time = error.kind == "RuntimeError";
  if (error.line > 0 && !at_run_time)
    lines.add("  Line " + std::to_string(error.line) + ": " + error.source);
  lines.add(error.text);
  if (error.text.starts_with("RuntimeError: type("))
    lines.add("(type() requires a prior left_click() to set cursor position)");
  if (account.cut_off) lines.add("(the reply was cut off)");
  if (account.blocks == 0) {
    lines.add("Wrap your calls in a block that begins with ```python and ends with ```.");
  } else {
    lines.add(executed(account.actions) + (at_run_time ? "." : " before error."));
    add_notes(account, lines);
  }
}
}  // namespace

CallError no_visible_effect(std::string_view canonical, int line) {
  return {"RuntimeError", "RuntimeError: " + std::string(canonical) + " had no visible effect",
          line, ""};
}

std::string python_feedback(const TurnAccount& account) {
  std::string text;
  if (account.blocks > 1) {
    text += "WARNING: " + std::to_string(account.blocks) +
            " ```python blocks found. Only the first executed.\n";
  }
  for (const std::string& each : account.warnings) text += "WARNING: " + each + "\n";
  if (account.capture_failure) {
    text += degraded_text("capturer", *account.capture_failure) + "\n";
  }
  FeedbackBudget budget;
  FeedbackLines lines(budget);
  if (account.error) {
    add_error(account, lines);
    text += lines.take() + "\nAvailable tools:\n" + account.tools_help;
  } else {
    if (!account.capture_failure || account.actions > 0) {
      lines.add("OK: " + executed(account.actions) +
                (account.no_calls ? " (empty ```python block)." : "."));
    }
    add_notes(account, lines);
    text += lines.take();
  }
  text.erase(text.find_last_not_of('\n') + 1);
  return to_valid_utf8(text);
}
}  // namespace franz::executor
