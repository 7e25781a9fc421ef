#include "executor/dialect/action.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include "common/base/ascii.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/printable.h"
#include "common/base/thoughts.h"
#include "common/base/utf8.h"
#include "common/formats/feedback_lines.h"
#include "common/tools/suggestions.h"
#include "common/tools/vocabulary.h"
#include "executor/dialect/complaints.h"
#include "executor/dialect/json_arguments.h"
#include "executor/dialect/reply_object.h"

namespace franz::executor {
namespace {
using Kind = JsonDocument::Kind;
using Id = JsonDocument::Id;

// Ends the run without performing anything; not a tool.
constexpr std::string_view kDone = "done";

constexpr bool kRequired = true, kOptional = false;
// Members of every action, in addition to "action" and "done".
constexpr WordParameter kWhy{"why", WordType::text, kRequired, "the reason"};
constexpr WordParameter kConfidence{
    "confidence", WordType::number, kOptional, "how sure it is", 0, 1};
// Members of other actions that may be present and are ignored: models fill in every member of a
// form that they were shown.
constexpr std::array kSpare{
    WordParameter{"x", WordType::integer, kOptional, ""},
    WordParameter{"y", WordType::integer, kOptional, ""},
};

const Vocabulary& action_vocabulary() {
  static const Vocabulary& row = *find_vocabulary("action");
  return row;
}

// `"click", "noop" or "done"`: the allowed values of "action".
std::string choices(const std::vector<std::string_view>& names) {
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) list += i + 1 == names.size() ? " or " : ", ";
    list += quote_json(names[i]);
  }
  return list;
}

// The content of the object, as far as it could be read.
struct ParsedAction {
  const Word* word = nullptr;  // nothing: the action is "done"
  JsonArguments arguments;
  bool done = false;
  std::string why;
  std::optional<double> confidence;
  std::string written;
};

// Reads the members of the object and reports each fault.
class ActionFormReader {
 public:
  ActionFormReader(const JsonDocument& values, const Toolset& tools, Complaints& complaints)
      : values_(values), tools_(tools), complaints_(complaints) {}

  // `needs_confidence`: a reply without "confidence" is malformed.
  ParsedAction read(bool needs_confidence) {
    ParsedAction parsed;
    const std::optional<std::string> name = action();
    if (name) parsed.word = find_word(action_vocabulary(), *name, tools_);
    std::vector<WordParameter> parameters;
    if (parsed.word != nullptr)
      parameters.assign(parsed.word->parameters.begin(), parsed.word->parameters.end());
    if (name && parameters.empty()) parameters.assign(kSpare.begin(), kSpare.end());
    parameters.push_back(kWhy);
    parameters.push_back(kConfidence);
    if (needs_confidence) parameters.back().required = true;
    check_members(parameters, name.has_value());
    parsed.arguments =
        JsonArguments::read(parameters, values_, "", "", WrongTypes::refused, complaints_);
    parsed.done = done(name && parsed.word == nullptr);
    parsed.why = why(parsed.arguments);
    if (parsed.arguments.given("confidence"))
      parsed.confidence = parsed.arguments.number("confidence");
    if (name) parsed.written = *name + " " + arguments_json(parsed.word);
    return parsed;
  }

 private:
  // Nothing: unknown action, which is reported.
  std::optional<std::string> action() {
    std::vector<std::string_view> names;
    for (const Word* word : words_of(action_vocabulary(), tools_)) names.push_back(word->name);
    names.push_back(kDone);
    const Id value = values_.at("/action");
    if (value == JsonDocument::kNone) {
      complaints_.refuse("action", "it is missing; expected " + choices(names));
      return std::nullopt;
    }
    if (values_.kind(value) == Kind::text) {
      std::string name = values_.text(value);
      if (std::ranges::find(names, name) != names.end()) return name;
      const std::string_view near = nearest_name(name, names);
      complaints_.refuse("action",
                         "expected " + choices(names) + ", got " + shown_text(name) +
                             (near.empty() ? "" : "; did you mean " + quote_json(near) + "?"));
      return std::nullopt;
    }
    complaints_.refuse("action", "expected " + choices(names) + ", got " + shown(values_, value));
    return std::nullopt;
  }

  // If the action is unknown, the members of all actions are allowed.
  void check_members(const std::vector<WordParameter>& parameters, bool is_action_known) {
    std::vector<std::string_view> known{"action", "done"};
    for (const WordParameter& each : parameters) known.push_back(each.name);
    if (!is_action_known)
      for (const Word& word : action_vocabulary().words)
        for (const WordParameter& each : word.parameters) known.push_back(each.name);
    for (const std::string& name :
         check_names(values_, JsonDocument::kRoot, "", known, complaints_))
      complaints_.refuse(member_of("", name), is_member_of_another(name)
                                                  ? "this action has no such member: leave it out"
                                                  : "it is not known: leave it out");
  }

  static bool is_member_of_another(std::string_view name) {
    return std::ranges::any_of(action_vocabulary().words, [&](const Word& word) {
      return std::ranges::find(word.parameters, name, &WordParameter::name) !=
             word.parameters.end();
    });
  }

  // `is_over`: the action itself ends the run.
  bool done(bool is_over) {
    const Id value = values_.at("/done");
    if (value == JsonDocument::kNone || values_.kind(value) == Kind::null) return is_over;
    const std::string got = shown(values_, value);
    if (values_.kind(value) != Kind::boolean) {
      complaints_.refuse("done", "expected true or false, got " + got);
    } else if (is_over && got == "false") {
      complaints_.refuse("done", "expected true with the action \"done\", got false");
    }
    return is_over || got == "true";
  }

  std::string why(const JsonArguments& arguments) {
    const std::string& words = arguments.text("why");
    if (!words.empty() && trimmed(words).empty())
      complaints_.refuse("why", "expected a text that is not empty, got " + shown_text(words));
    return words;
  }

  std::string arguments_json(const Word* word) const {
    JsonObject json;
    if (word != nullptr)
      for (const WordParameter& each : word->parameters)
        if (const Id value = values_.at("/" + std::string(each.name)); value != JsonDocument::kNone)
          json.raw(each.name, values_.compact(value));
    return std::move(json).finish();
  }

  const JsonDocument& values_;
  const Toolset& tools_;
  Complaints& complaints_;
};

// ---- limits

// Reports each coordinate that is outside the picture.
void check_bounds(const ParsedAction& parsed, const JsonDocument& values, const Source& source,
                  Complaints& complaints) {
  const MapPoint last = from_normalised({kFullScale, kFullScale}, source.coordinates, source.seen);
  const bool pixels = source.coordinates.kind == Coordinates::Kind::pixels;
  const std::string size =
      pixels ? " of " + std::to_string(source.seen.width) + "x" + std::to_string(source.seen.height)
             : "";
  const auto check = [&](const char* name, double most) {
    const double value = parsed.arguments.number(name);
    if (value >= 0 && value <= most) return;
    complaints.refuse(name, "expected an integer from 0 to " + std::to_string(std::llround(most)) +
                                ", got " + shown(values, values.at("/" + std::string(name))) +
                                ": it lies outside the picture" + size);
  };
  check("x", last.x);
  check("y", last.y);
}

// "0.75"
std::string share(double value) {
  std::string text = std::to_string(value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

// Which limit the action breaks, as an error kind; empty: none.
std::string_view broken_limit(const ParsedAction& parsed, const JsonDocument& values,
                              const Source& source, Complaints& complaints) {
  if (parsed.word != nullptr && parsed.word->tool == ToolId::left_click) {
    check_bounds(parsed, values, source, complaints);
    if (complaints.refusal()) return kOutOfBounds;
  }
  if (parsed.confidence && *parsed.confidence < source.min_confidence) {
    complaints.refuse("confidence", "expected at least " + share(source.min_confidence) + ", got " +
                                        shown(values, values.at("/confidence")));
    return kLowConfidence;
  }
  return {};
}

// ---- items

// Faults of the keys are reported; the call counts only without faults.
Call action_call(const ParsedAction& parsed, const Source& source, const Toolset& tools,
                 Complaints& complaints) {
  const ToolId tool = parsed.word->tool;
  switch (tool) {
    case ToolId::left_click: {
      const MapPoint at =
          to_normalised({parsed.arguments.number("x"), parsed.arguments.number("y")},
                        source.coordinates, source.seen);
      return {tool, {number_argument(at.x), number_argument(at.y)}};
    }
    case ToolId::type: return {tool, {parsed.arguments.text("text")}};
    case ToolId::press: {
      const std::vector<std::string>& keys = parsed.arguments.keys("key");
      Call call{keys.size() == 1 ? ToolId::press : ToolId::hotkey, {}};
      for (const std::string& key : keys) call.arguments.emplace_back(key);
      if (!tools.has(call.tool))
        complaints.refuse("key", keys.size() == 1
                                     ? "one key alone is switched off, press several together"
                                     : "keys that are held together are switched off, press one");
      return call;
    }
    default: return {tool, {}};
  }
}

Item item_of(std::string_view written, std::string_view why) {
  Item item;
  item.line = 1;
  item.written = cut_text(written, kMaxWritten);
  if (!why.empty()) item.note = cut_text(why, kMaxWritten);
  return item;
}

// Nothing is performed.
void refuse(std::string_view kind, const Complaints& complaints, Item item, Reading& reading) {
  reading.error = CallError{std::string(kind), *complaints.refusal(), 1, ""};
  item.error = reading.error;
  reading.items.push_back(std::move(item));
}

std::string decoded_reply_text(const Reply& reply) {
  return decode_json_string(without_thoughts(reply.text, LineEnds::dropped));
}

void check_calls(const Reply& reply, Complaints& complaints) {
  if (reply.calls.empty()) return;
  complaints.refuse("reply", "expected no tool call beside the JSON, got " +
                                 std::to_string(reply.calls.size()) + " (" +
                                 shown_text(decode_json_string(reply.calls.front().name)) + ")");
}

void read_action_object(const JsonDocument& values, const Source& source, const Toolset& tools,
                        Complaints& complaints, Reading& reading) {
  const ParsedAction parsed =
      ActionFormReader(values, tools, complaints).read(source.min_confidence > 0);
  std::optional<Call> call;
  if (parsed.word != nullptr && !complaints.refusal())
    call = action_call(parsed, source, tools, complaints);
  if (complaints.refusal())
    return refuse(kMalformedReply, complaints,
                  item_of(decoded_reply_text(*source.reply), parsed.why), reading);
  Item item = item_of(parsed.written, parsed.why);
  const std::string_view limit = broken_limit(parsed, values, source, complaints);
  if (!limit.empty()) return refuse(limit, complaints, std::move(item), reading);
  if (parsed.done) reading.done = parsed.why;
  if (!call) return;
  item.call = std::move(call);
  reading.items.push_back(std::move(item));
}

// ---- feedback

// The feedback on the requested action; empty: none.
std::string action_line(const Item& item, const ItemResult& result, bool capture_failed) {
  std::string words;
  switch (result.outcome) {
    case Outcome::done:
      words = result.why;
      if (result.unchanged())
        words += (words.empty() ? "" : "; ") + std::string("no visible change after it");
      break;
    case Outcome::noted: words = result.why; break;
    case Outcome::partial:
      if (!capture_failed) words = "nobody knows whether it was performed: " + result.why;
      break;
    case Outcome::unknown: words = "it is unknown whether it was performed: " + result.why; break;
    case Outcome::refused:
      words = "it was not performed: " +
              (result.lacks_place ? "click where the text is to go first" : result.why);
      break;
    case Outcome::malformed:  // the complaints say it
    case Outcome::not_run: break;
  }
  return words.empty() ? "" : printable(cut_text(item.written, kMaxActionShown) + ": " + words);
}

bool was_performed(const ItemResult& result) {
  return result.outcome == Outcome::done || result.outcome == Outcome::noted;
}
}  // namespace

Reading read_action(const Source& source, const Toolset& tools) {
  Reading reading;
  if (!source.reply) return reading;
  Complaints complaints;
  const std::optional<ReplyObject> object = ReplyObject::read(*source.reply, complaints);
  if (object) {
    reading.blocks = 1;
    check_calls(*source.reply, complaints);
    read_action_object(object->values(), source, tools, complaints, reading);
  } else {
    refuse(kMalformedReply, complaints, item_of(decoded_reply_text(*source.reply), ""), reading);
  }
  reading.complaints = complaints.lines();
  return reading;
}

TurnReport report_action(const Reading& reading, std::span<const ItemResult> results,
                         const TurnFacts& facts) {
  TurnReport report;
  FeedbackBudget budget;
  FeedbackLines lines(budget);
  for (const std::string& complaint : reading.complaints) lines.add(complaint);
  for (std::size_t i = 0; i < results.size(); ++i)
    lines.add(action_line(reading.items[i], results[i], facts.capture_failure.has_value()));
  report.done_withdrawn = reading.done && !std::ranges::all_of(results, was_performed);
  if (report.done_withdrawn)
    lines.add(
        "done: it is ignored, because nobody knows that the action was performed; say it again "
        "when the objective is reached");
  report.feedback = finished_feedback(lines.take() + capture_lines(facts));
  if (reading.error)
    report.error = CallFailure{reading.error->kind, reading.error->text, reading.error->line};
  return report;
}
}  // namespace franz::executor
