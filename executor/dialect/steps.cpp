#include "executor/dialect/steps.h"
#include <algorithm>
#include <array>
#include <utility>
#include "common/base/ascii.h"
#include "common/base/count_text.h"
#include "common/base/json_in_text.h"
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/formats/feedback_lines.h"
#include "common/formats/other_scale.h"
#include "common/tools/vocabulary.h"
#include "executor/dialect/complaints.h"
#include "executor/dialect/json_arguments.h"
#include "executor/dialect/reply_object.h"
#include "executor/dialect/step_mouse.h"

namespace franz::executor {
namespace {
using Kind = JsonDocument::Kind;
using Id = JsonDocument::Id;

constexpr std::size_t kMaxReplySteps = 4;
constexpr const char* kJustification = "human_readable_justification";
constexpr std::array<std::string_view, 2> kTopMembers = {"steps", "done"};
constexpr std::array<std::string_view, 3> kStepMembers = {"tool", "args", kJustification};

const Vocabulary& steps_vocabulary() {
  static const Vocabulary& row = *find_vocabulary("steps");
  return row;
}

// A step with a valid form.
struct ReadStep {
  const Word* word = nullptr;  // null: unknown tool
  JsonArguments arguments;
  std::string written, note;
  std::string fault;  // why there is no word
};

std::string unknown_steps_tool(std::string_view name, const Toolset& tools) {
  std::string list;
  for (const Word* word : words_of(steps_vocabulary(), tools))
    list += (list.empty() ? "" : ", ") + std::string(word->name);
  const Word* near = nearest_word(steps_vocabulary(), name, tools);
  return "there is no tool " + shown_text(name) +
         (near == nullptr ? "." : "; did you mean " + std::string(near->name) + "?") +
         (list.empty() ? " All tools are switched off." : " The tools are: " + list);
}

// Reads the form of the whole reply and reports each fault, before anything is performed.
class StepsFormReader {
 public:
  StepsFormReader(const JsonDocument& values, const Toolset& tools, Complaints& complaints)
      : values_(values), tools_(tools), complaints_(complaints) {}

  std::vector<ReadStep> steps() {
    check_names(values_, JsonDocument::kRoot, "", kTopMembers, complaints_);
    std::vector<ReadStep> steps;
    const Id list = values_.at("/steps");
    if (list == JsonDocument::kNone || values_.kind(list) == Kind::null) return steps;
    if (values_.kind(list) != Kind::list) {
      complaints_.refuse("steps", "expected a list, got " + shown(values_, list));
      return steps;
    }
    const std::size_t count = values_.size(list);
    if (count > kMaxReplySteps)
      complaints_.refuse("steps", "expected at most " + std::to_string(kMaxReplySteps) + ", got " +
                                      std::to_string(count));
    for (std::size_t i = 0; i < std::min(count, kMaxReplySteps); ++i) steps.push_back(step(i));
    return steps;
  }

  // Nothing if it is null or not a text.
  std::optional<std::string> done() {
    const Id value = values_.at("/done");
    if (value == JsonDocument::kNone || values_.kind(value) == Kind::null) return std::nullopt;
    if (values_.kind(value) == Kind::text) {
      std::string words = values_.text(value);
      const std::string word = ascii_lower(trimmed(words));
      const bool is_null = word == "null" || word == "none" || word == "false" || word == "no";
      if (!word.empty() && !is_null) return words;
    }
    complaints_.note("done",
                     "expected null or a text, got " + shown(values_, value) + "; taken as null");
    return std::nullopt;
  }

 private:
  ReadStep step(std::size_t index) {
    ReadStep step;
    const std::string place = element_of("steps", index);
    const std::string pointer = "/steps/" + std::to_string(index);
    const Id value = values_.at(pointer);
    if (values_.kind(value) != Kind::object) {
      complaints_.refuse(place, "expected an object, got " + shown(values_, value));
      return step;
    }
    check_names(values_, value, place, kStepMembers, complaints_);
    const std::optional<std::string> name = text(place, pointer, "tool");
    const std::string args_place = member_of(place, "args");
    const Id args = values_.at(pointer + "/args");
    // Some models put the object into a text.
    const bool is_text = values_.is(args, Kind::text);
    const std::string in_text = is_text ? object_in(values_.bytes(args)).value_or("") : "";
    const Result<JsonDocument> inner = JsonDocument::read(in_text);
    const JsonDocument& args_values = inner.ok() ? inner.value() : values_;
    const std::string args_pointer = inner.ok() ? "" : pointer + "/args";
    const bool sound = inner.ok() || values_.is(args, Kind::object);
    if (args == JsonDocument::kNone) {
      complaints_.refuse(args_place, "it is missing; expected an object");
    } else if (!sound) {
      complaints_.refuse(args_place, "expected an object, got " + shown(values_, args));
    } else if (inner.ok()) {
      complaints_.note(args_place, taken_note(values_, args, inner.value()));
      for (const std::string& twice : inner.value().duplicates())
        complaints_.refuse(args_place + twice, "it is given twice");
    }
    if (name) {
      step.word = find_word(steps_vocabulary(), *name, tools_);
      if (step.word == nullptr) {
        step.fault = member_of(place, "tool") + ": " + unknown_steps_tool(*name, tools_);
        complaints_.note(member_of(place, "tool"), unknown_steps_tool(*name, tools_));
      } else if (sound) {
        check_argument_names(*step.word, args_values, args_pointer, args_place);
        step.arguments = JsonArguments::read(step.word->parameters, args_values, args_pointer,
                                             args_place, WrongTypes::taken, complaints_);
        if (step.word->tool == ToolId::press) check_press(step.arguments, args_place);
      }
      if (sound) step.written = *name + " " + args_values.compact(args_values.at(args_pointer));
    }
    step.note = text(place, pointer, kJustification).value_or("");
    return step;
  }

  // A member that must be a text.
  std::optional<std::string> text(const std::string& place, const std::string& pointer,
                                  const char* name) {
    const std::string here = member_of(place, name);
    const Id value = values_.at(pointer + "/" + name);
    if (value == JsonDocument::kNone) {
      complaints_.refuse(here, "it is missing");
      return std::nullopt;
    }
    if (values_.kind(value) == Kind::text) {
      std::string words = values_.text(value);
      if (!trimmed(words).empty()) return words;
    }
    complaints_.refuse(here, "expected a text that is not empty, got " + shown(values_, value));
    return std::nullopt;
  }

  void check_argument_names(const Word& word, const JsonDocument& values,
                            const std::string& pointer, const std::string& place) {
    std::vector<std::string_view> names;
    for (const WordParameter& parameter : word.parameters) names.push_back(parameter.name);
    for (const std::string& name :
         check_names(values, values.at(pointer), place, names, complaints_))
      report_unknown_argument(member_of(place, name), name, complaints_);
  }

  void check_press(const JsonArguments& arguments, const std::string& place) {
    if (arguments.given("key") && arguments.given("keys"))
      complaints_.refuse(place, "expected key or keys, got both");
    if (!arguments.given("key") && !arguments.given("keys"))
      complaints_.refuse(member_of(place, "key"),
                         "it is missing; expected the name of a key, or a list of them in keys");
  }

  const JsonDocument& values_;
  const Toolset& tools_;
  Complaints& complaints_;
};

// Converts steps into items, in order.
class Planner {
 public:
  Planner(const Source& source, const Toolset& tools, Complaints& complaints)
      : source_(source), mouse_(tools, source.pointer), complaints_(complaints) {}

  void add(const ReadStep& step) {
    ++line_;
    if (step.word == nullptr) return add_fault(step, {"unknown_tool", step.fault, line_, ""});
    bool clamped = false;
    Result<std::vector<Call>, StepError> calls = calls_of(step, clamped);
    if (!calls.ok()) {
      const StepError& error = calls.error();
      const std::string where = error.where.empty() ? place() : member_of(args(), error.where);
      complaints_.note(where, error.message);
      return add_fault(step, {error.kind, where + ": " + error.message, line_, ""});
    }
    for (Call& call : calls.value()) {
      Item item = item_of(step);
      item.call = std::move(call);
      if (step.arguments.given("interval_ms"))
        item.call->interval_ms = static_cast<int>(step.arguments.number("interval_ms"));
      item.clamped = clamped;
      items_.push_back(std::move(item));
    }
  }

  std::vector<Item> take() && {
    if (const auto since = mouse_.down_since())
      complaints_.note(element_of("steps", *since),
                       "the button does not stay down between turns, it was released: a step "
                       "with the action \"up\" has to follow in the same reply");
    return std::move(items_);
  }

  std::optional<MapPoint> pointer() const { return mouse_.pointer(); }

 private:
  std::size_t index() const { return static_cast<std::size_t>(line_) - 1; }
  std::string place() const { return element_of("steps", index()); }
  std::string args() const { return member_of(place(), "args"); }

  Item item_of(const ReadStep& step) const {
    Item item;
    item.written = cut_text(step.written, kMaxWritten);
    item.line = line_;
    item.note = cut_text(step.note, kMaxWritten);
    return item;
  }

  void add_fault(const ReadStep& step, CallError error) {
    Item item = item_of(step);
    item.other_scale = std::exchange(other_scale_, {});
    item.error = std::move(error);
    items_.push_back(std::move(item));
  }

  Result<std::vector<Call>, StepError> calls_of(const ReadStep& step, bool& clamped) {
    const JsonArguments& arguments = step.arguments;
    const ToolId tool = step.word->tool;
    std::vector<Call> calls;
    switch (tool) {
      case ToolId::press:
        for (const char* name : {"key", "keys"})
          for (const std::string& key : arguments.keys(name)) calls.push_back({tool, {key}});
        return calls;
      case ToolId::hotkey: {
        Call& chord = calls.emplace_back(Call{tool, {}});
        for (const std::string& key : arguments.keys("keys")) chord.arguments.emplace_back(key);
        return calls;
      }
      case ToolId::sleep: return one(tool, number_argument(arguments.number("secs")));
      case ToolId::type:
      case ToolId::paste: return one(tool, arguments.text("text"));
      case ToolId::launch: return one(tool, arguments.text("command"));
      case ToolId::focus_window: return one(tool, arguments.text("title"));
      default: break;
    }
    if (arguments.given("clicks") && arguments.text("action") != "click")
      complaints_.note(member_of(args(), "clicks"), "it counts with the action \"click\" only");
    const MapPoint written{arguments.number("x"), arguments.number("y")};
    if (const auto scale = other_scale_of(written, source_.coordinates, source_.seen)) {
      other_scale_ = *scale;
      return StepError{std::string(kOtherScaleKind), "x",
                       other_scale_text(written, *scale, source_.coordinates)};
    }
    const MapPoint at = place_in_picture(arguments, clamped);
    return mouse_.act({arguments.text("action"), arguments.text("button"),
                       static_cast<int>(arguments.number("clicks")), at},
                      index());
  }

  static std::vector<Call> one(ToolId tool, Argument argument) {
    return {Call{tool, {std::move(argument)}}};
  }

  MapPoint place_in_picture(const JsonArguments& arguments, bool& clamped) {
    const MapPoint written{arguments.number("x"), arguments.number("y")};
    const MapPoint place = to_normalised(written, source_.coordinates, source_.seen);
    const MapPoint inside{clamp_to_scale(place.x), clamp_to_scale(place.y)};
    clamped = inside != place;
    if (clamped) {
      const std::string size =
          std::to_string(source_.seen.width) + "x" + std::to_string(source_.seen.height);
      const bool pixels = source_.coordinates.kind == Coordinates::Kind::pixels;
      complaints_.note(args(), "(" + whole(written.x) + ", " + whole(written.y) +
                                   ") lies outside the picture" + (pixels ? " of " + size : "") +
                                   ": moved to its edge");
    }
    return inside;
  }

  static std::string whole(double value) { return std::to_string(static_cast<long long>(value)); }

  const Source& source_;
  Mouse mouse_;
  Complaints& complaints_;
  std::vector<Item> items_;
  int line_ = 0;
  std::string_view other_scale_;  // of the refused step
};

void note_nothing(const JsonDocument& values, Complaints& complaints) {
  const Id list = values.at("/steps");
  const bool missing = list == JsonDocument::kNone || values.kind(list) == Kind::null;
  complaints.note("steps", std::string(missing ? "it is missing" : "it is empty") +
                               " and done is null: nothing was performed");
}

void note_calls(const Reply& reply, Complaints& complaints) {
  if (reply.calls.empty()) return;
  complaints.note("reply", count_text(reply.calls.size(), "tool call is", "tool calls are") +
                               " not performed (" +
                               shown_text(decode_json_string(reply.calls.front().name)) +
                               "): only the steps in the text are");
}

void read_steps_object(const ReplyObject& object, const Source& source, const Toolset& tools,
                       Complaints& complaints, Reading& reading) {
  StepsFormReader form(object.values(), tools, complaints);
  const std::vector<ReadStep> steps = form.steps();
  std::optional<std::string> done = form.done();
  if (complaints.refusal()) return;
  if (steps.empty() && !done) note_nothing(object.values(), complaints);
  Planner planner(source, tools, complaints);
  for (const ReadStep& step : steps) planner.add(step);
  reading.pointer = planner.pointer();
  reading.items = std::move(planner).take();
  const auto faulty =
      std::ranges::find_if(reading.items, [](const Item& item) { return !item.call; });
  if (faulty == reading.items.end()) {
    reading.done = std::move(done);
    return;
  }
  if (done)
    complaints.note("done", "it is ignored, because " +
                                element_of("steps", static_cast<std::size_t>(faulty->line) - 1) +
                                " was not performed; say it again when the objective is reached");
  if (std::ranges::none_of(reading.items, [](const Item& item) { return item.call.has_value(); }))
    reading.error = faulty->error;
}
}  // namespace

Reading read_steps(const Source& source, const Toolset& tools) {
  Reading reading;
  reading.pointer = source.pointer;
  if (!source.reply) return reading;
  Complaints complaints;
  if (const auto object = ReplyObject::read(*source.reply, complaints)) {
    reading.blocks = 1;
    note_calls(*source.reply, complaints);
    read_steps_object(*object, source, tools, complaints, reading);
  }
  if (complaints.refusal())
    reading.error = CallError{std::string(kMalformedReply), *complaints.refusal(), 0, ""};
  reading.complaints = complaints.lines();
  return reading;
}

TurnReport report_steps(const Reading& reading, std::span<const ItemResult> results,
                        const TurnFacts& facts) {
  FeedbackBudget budget;
  FeedbackLines lines(budget);
  for (const std::string& complaint : reading.complaints) lines.add(complaint);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Item& item = reading.items[i];
    if (results[i].lacks_place)
      lines.add(element_of("steps", static_cast<std::size_t>(item.line) - 1) +
                ": nothing was written: click where the text is to go first");
  }
  TurnReport report{finished_feedback(lines.take() + capture_lines(facts)), {}, std::nullopt};
  if (reading.error)
    report.error = CallFailure{reading.error->kind, reading.error->text, reading.error->line};
  return report;
}
}  // namespace franz::executor
