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

std::string notes(const TurnAccount& account) {
  std::string text = clamped_note(account.clamped);
  if (!account.without_effect.empty()) {
    text +=
        "NOTE: no effect in " + account.surface + ": " + list_calls(account.without_effect) + "\n";
  }
  return text + unchanged_note(account.unchanged) + account.outcomes;
}

std::string error_lines(const TurnAccount& account) {
  const CallError& error = *account.error;
  const bool at_run_time = error.kind == "RuntimeError";
  std::string text;
  if (error.line > 0 && !at_run_time) {
    text += "  Line " + std::to_string(error.line) + ": " + error.source + "\n";
  }
  text += error.text + "\n";
  if (error.text.starts_with("RuntimeError: type(")) {
    text += "(type() requires a prior left_click() to set cursor position)\n";
  }
  if (account.cut_off) text += "(the reply was cut off)\n";
  if (account.blocks == 0) {
    text += "Wrap your calls in a block that begins with ```python and ends with ```.\n";
  }
  if (account.blocks > 0) {
    text += executed(account.actions) + (at_run_time ? ".\n" : " before error.\n") + notes(account);
  }
  return text + "\nAvailable tools:\n" + account.tools_help;
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
  if (account.error) {
    text += error_lines(account);
  } else {
    if (!account.capture_failure || account.actions > 0) {
      text += "OK: " + executed(account.actions);
      text += account.no_calls ? " (empty ```python block).\n" : ".\n";
    }
    text += notes(account);
  }
  text.erase(text.find_last_not_of('\n') + 1);
  return to_valid_utf8(text);
}
}  // namespace franz::executor
