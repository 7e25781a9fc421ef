#include "executor/dialect/python.h"
#include <algorithm>
#include <iterator>
#include <utility>
#include "common/base/json_string.h"
#include "common/base/thoughts.h"
#include "common/formats/feedback_lines.h"
#include "common/formats/python_block.h"
#include "executor/dialect/python_feedback.h"

namespace franz::executor {
namespace {
// Adds a part of a block; false: the block ends there.
bool add(ReadCalls part, const Source& source, Reading& reading) {
  const bool failed = part.failed.has_value();
  if (part.error && !failed) reading.error = part.error;
  std::ranges::move(items_of(std::move(part), source), std::back_inserter(reading.items));
  return !failed && !reading.error;
}

PythonBlocks python_blocks_of(const std::string& token) {
  const auto blocks = [&](UnclosedThought unclosed) {
    return find_python_blocks(
        decode_json_string(without_thoughts(token, LineEnds::kept, unclosed)));
  };
  PythonBlocks found = blocks(UnclosedThought::dropped);
  // A thought mark that is not closed is part of the block: type("a <think>").
  if (!found.last_is_closed) found = blocks(UnclosedThought::kept);
  return found;
}

// The error that ends the turn, at any position.
const CallError* first_error(const Reading& reading) {
  for (const Item& item : reading.items)
    if (item.error) return &*item.error;
  return reading.error ? &*reading.error : nullptr;
}
}  // namespace

Reading read_python(const Source& source, const Toolset& tools) {
  Reading reading;
  const PythonBlocks found = python_blocks_of(source.reply ? source.reply->text : "");
  reading.blocks = found.count;
  if (found.count == 0) {
    reading.error =
        CallError{"SyntaxError", "SyntaxError: no ```python block found in your reply.", 0, ""};
    return reading;
  }
  if (found.first_is_closed) {
    add(read_calls(found.first, tools), source, reading);
    return reading;
  }
  const std::string code = normalise_newlines(found.first);
  const std::size_t whole = complete_part(code);
  if (!add(read_calls(code, tools, {0, whole, kMaxStatements}), source, reading)) return reading;
  const std::size_t left = kMaxStatements - reading.items.size();
  reading.cut_off = !add(read_calls(code, tools, {whole, code.size(), left}), source, reading);
  return reading;
}

TurnReport report_python(const Reading& reading, std::span<const ItemResult> results,
                         const TurnFacts& facts) {
  TurnAccount account;
  account.blocks = reading.blocks;
  account.no_calls = reading.items.empty();
  account.surface = facts.surface;
  account.capture_failure = facts.capture_failure;
  account.tools_help = facts.tools_help;
  for (const Warning& each : facts.warnings) account.warnings.push_back(each.text);
  if (const CallError* error = first_error(reading)) {
    account.error = *error;
    account.cut_off = reading.cut_off;
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    const std::optional<Call>& call = reading.items[i].call;
    if (call)
      account.outcomes.push_back(
          outcome_line(canonical_text(*call), results[i], facts.capture_failure.has_value()));
    switch (results[i].outcome) {
      case Outcome::done:
        ++account.actions;
        if (leaves_the_picture(*call)) account.clamped.push_back(canonical_text(*call));
        if (results[i].unchanged()) account.unchanged.push_back(canonical_text(*call));
        break;
      case Outcome::noted:
        ++account.actions;
        if (!results[i].why.empty()) account.without_effect.push_back(canonical_text(*call));
        break;
      case Outcome::refused:
        if (!results[i].lacks_place) break;
        account.error = no_visible_effect(canonical_text(*call), reading.items[i].line);
        account.cut_off = false;
        break;
      case Outcome::partial:
      case Outcome::unknown:
      case Outcome::malformed:
      case Outcome::not_run: break;
    }
  }
  TurnReport report{python_feedback(account), {}, std::nullopt};
  if (account.error)
    report.error = CallFailure{account.error->kind, account.error->text, account.error->line};
  return report;
}
}  // namespace franz::executor
