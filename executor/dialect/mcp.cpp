#include "executor/dialect/mcp.h"
#include <algorithm>
#include <array>
#include <utility>
#include "common/base/json.h"
#include "common/base/json_in_text.h"
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/formats/feedback_lines.h"
#include "common/formats/other_scale.h"
#include "common/tools/key_names.h"
#include "common/tools/vocabulary.h"
#include "executor/dialect/complaints.h"
#include "executor/dialect/json_arguments.h"
#include "executor/dialect/word_arguments.h"

namespace franz::executor {
namespace {

constexpr std::size_t kMaxWhy = 600;  // bytes: a complaint is at most 500

const Vocabulary& mcp_vocabulary() {
  static const Vocabulary& row = *find_vocabulary("mcp");
  return row;
}

class McpCallReader {
 public:
  McpCallReader(const Source& source, const Toolset& tools, Complaints& complaints)
      : source_(source), tools_(tools), complaints_(complaints) {}

  Item read(const ReplyCall& call) {
    Item item;
    const std::string name = decode_json_string(call.name);
    const std::string written = shown_arguments(call.arguments);
    item.id = decode_json_string(call.id);
    item.written = cut_text(name + " " + written, kMaxWritten);
    const Word* const word = find_word(mcp_vocabulary(), name, tools_);
    if (word == nullptr) {
      item.error = error_without_line("unknown_tool", "there is no tool " + shown_text(name));
      return item;
    }
    const std::string arguments = object_in(call.arguments).value_or("");
    const Result<JsonDocument> values = JsonDocument::read(arguments);
    if (!values.ok()) {
      item.error = error_without_line(
          "invalid_args", "arguments: expected a JSON object, got " + shown_text(written));
      return item;
    }
    if (call.arguments.starts_with('"'))
      complaints_.note("arguments", call.arguments == kNoText
                                        ? "the empty text was taken as left out"
                                        : "the text was taken as the object that it holds");
    for (const std::string& place : values.value().duplicates())
      complaints_.refuse(place, "given twice");
    std::vector<std::string_view> names;
    for (const WordParameter& each : word->parameters) names.push_back(each.name);
    for (const std::string& unknown :
         check_names(values.value(), JsonDocument::kRoot, "", names, complaints_))
      report_unknown_argument(member_of("", unknown), unknown, complaints_);
    const JsonArguments read = JsonArguments::read(word->parameters, values.value(), "", "",
                                                   WrongTypes::taken, complaints_);
    Call made{word->tool, {}};
    if (!complaints_.refusal()) made = call_of(*word, read, item);
    if (!complaints_.refusal() && !tools_.has(made.tool))
      complaints_.refuse(std::string(word->name), "it is switched off");
    if (complaints_.refusal()) {
      item.error = error_without_line("invalid_args", *complaints_.refusal());
    } else {
      item.call = std::move(made);
    }
    return item;
  }

 private:
  // Precondition: the arguments are valid for the word.
  Call call_of(const Word& word, const JsonArguments& arguments, Item& item) {
    Call call{word.tool, {}};
    item.asks_for_change = has(word, "verify") && arguments.flag("verify");
    if (has(word, "x")) add_place(arguments, "x", "y", call, item);
    if (has(word, "to_x")) add_place(arguments, "to_x", "to_y", call, item);
    switch (word.tool) {
      case ToolId::left_click: call.tool = click_of(arguments); break;
      case ToolId::scroll: turn_wheel(arguments, call); break;
      case ToolId::type: call.arguments.emplace_back(arguments.text("text")); break;
      case ToolId::press: add_keys(arguments, call); break;
      // The call is bound to one window, whatever its title.
      case ToolId::focus_window: call.arguments.emplace_back(std::string()); break;
      default: break;
    }
    return call;
  }

  static bool has(const Word& word, std::string_view name) {
    return std::ranges::find(word.parameters, name, &WordParameter::name) != word.parameters.end();
  }

  void add_place(const JsonArguments& arguments, std::string_view x, std::string_view y, Call& call,
                 Item& item) {
    const MapPoint written{arguments.number(x), arguments.number(y)};
    if (const auto scale = other_scale_of(written, source_.coordinates, source_.seen))
      return complaints_.refuse(std::string(x) + ", " + std::string(y),
                                other_scale_text(written, *scale, source_.coordinates));
    const MapPoint place = to_normalised(written, source_.coordinates, source_.seen);
    const MapPoint inside{clamp_to_scale(place.x), clamp_to_scale(place.y)};
    if (inside != place) {
      item.clamped = true;
      complaints_.note(std::string(x) + ", " + std::string(y),
                       "the place lies outside the picture of " + size_text(source_.seen) +
                           ": moved to its edge");
    }
    call.arguments.push_back(number_argument(inside.x));
    call.arguments.push_back(number_argument(inside.y));
  }

  ToolId click_of(const JsonArguments& arguments) {
    constexpr std::array kLeft{ToolId::left_click, ToolId::double_left_click, ToolId::triple_click};
    const auto clicks = static_cast<std::size_t>(arguments.number("clicks"));
    const std::string& button = arguments.text("button");
    if (button == "left") return kLeft[clicks - 1];
    if (clicks > 1)
      complaints_.refuse(
          "clicks", "expected 1 with the " + button + " button, got " + std::to_string(clicks));
    return button == "right" ? ToolId::right_click : ToolId::middle_click;
  }

  static void turn_wheel(const JsonArguments& arguments, Call& call) {
    const std::string& direction = arguments.text("direction");
    const double notches = arguments.number("amount");
    const bool back = direction == "down" || direction == "left";
    if (direction == "left" || direction == "right") call.tool = ToolId::hscroll;
    call.arguments.push_back(number_argument(back ? -notches : notches));
  }

  void add_keys(const JsonArguments& arguments, Call& call) {
    const std::vector<std::string>& held = arguments.keys("modifiers");
    for (const std::string& key : held) {
      if (!is_held_key(key))
        complaints_.refuse("modifiers", "expected ctrl, alt, shift or win, got " + shown_text(key));
      call.arguments.emplace_back(key);
    }
    for (const std::string& key : arguments.keys("key")) call.arguments.emplace_back(key);
    if (!held.empty()) call.tool = ToolId::hotkey;
  }

  const Source& source_;
  const Toolset& tools_;
  Complaints& complaints_;
};

std::string point_json(Point place) {
  JsonObject object;
  object.number("x", static_cast<long long>(place.x));
  object.number("y", static_cast<long long>(place.y));
  return std::move(object).finish();
}

struct McpOutcome {
  std::string_view outcome;
  std::string why;
};

// The outcome for the client: done, partial, unknown or refused.
McpOutcome outcome_of(const Item& item, const ItemResult& result) {
  switch (result.outcome) {
    case Outcome::done: return {"done", result.why};
    case Outcome::partial: return {"partial", result.why};
    case Outcome::unknown: return {"unknown", result.why};
    case Outcome::noted: return {asks_for_picture(item) ? "done" : "refused", result.why};
    case Outcome::refused:
    case Outcome::malformed:
    case Outcome::not_run: break;
  }
  return {"refused", result.why};
}

// Adds the first complaints about the call, within the budget, and the number of the others. Skips
// what `why` says already.
void add_complaints(std::span<const std::string> complaints, const std::string& why,
                    std::vector<std::string>& notes) {
  FeedbackBudget budget(kMaxFeedback - std::min(kMaxFeedback, quote_json(why).size()));
  std::size_t left_out = 0;
  for (const std::string& complaint : complaints) {
    if (complaint == why) continue;
    if (budget.take(quote_json(complaint).size() + 1)) {
      notes.push_back(complaint);
    } else {
      ++left_out;
    }
  }
  if (left_out > 0) notes.push_back("and " + std::to_string(left_out) + " more like these");
}

// `complaints`: those about this call.
std::string mcp_answer_json(std::span<const std::string> complaints, const Item& item,
                            const ItemResult& result, const TurnFacts& facts) {
  const McpOutcome shown = outcome_of(item, result);
  const std::string why = cut_text(shown.why, kMaxWhy);
  JsonObject answer;
  answer.text("outcome", shown.outcome).text("why", why);
  if (result.from) answer.raw("point", point_json(*result.from));
  if (result.to) answer.raw("to", point_json(*result.to));
  std::vector<std::string> notes;
  if (item.asks_for_change && result.changed) answer.boolean("changed", *result.changed);
  if (item.asks_for_change && !result.changed && result.outcome == Outcome::done)
    notes.emplace_back("whether anything changed could not be seen");
  add_complaints(complaints, why, notes);
  for (const Warning& each : facts.warnings) notes.push_back(to_valid_utf8(each.text));
  if (facts.capture_failure) notes.push_back(degraded_text("capturer", *facts.capture_failure));
  answer.raw("notes", json_text_array(notes));
  return std::move(answer).finish();
}
}  // namespace

Reading read_mcp(const Source& source, const Toolset& tools) {
  Reading reading;
  if (!source.reply) return reading;
  Complaints complaints;
  for (const ReplyCall& call : source.reply->calls) {
    if (reading.items.empty()) {
      reading.items.push_back(McpCallReader(source, tools, complaints).read(call));
      continue;
    }
    Item& item = reading.items.emplace_back();
    item.id = decode_json_string(call.id);
    item.error = error_without_line("too_many_calls", "one call is performed at a time");
  }
  if (reading.items.empty()) reading.error = error_without_line("no_call", "there is no call");
  reading.complaints = complaints.lines();
  return reading;
}

TurnReport report_mcp(const Reading& reading, std::span<const ItemResult> results,
                      const TurnFacts& facts) {
  TurnReport report;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Item& item = reading.items[i];
    // Only the first call is read, so the complaints are about it.
    const std::string answer =
        mcp_answer_json(i == 0 ? std::span(reading.complaints) : std::span<const std::string>(),
                        item, results[i], facts);
    report.answers.push_back({quote_json(item.id.value_or("")), quote_json(answer),
                              facts.picture && asks_for_picture(item)});
    if (item.error && !report.error)
      report.error = CallFailure{item.error->kind, item.error->text, 0};
  }
  if (reading.error) {
    report.error = CallFailure{reading.error->kind, reading.error->text, 0};
    report.feedback = "ERROR: " + reading.error->text;
  }
  return report;
}
}  // namespace franz::executor
