#include "proxy/demo_vlm/step_policy.h"
#include <algorithm>
#include <set>
#include "common/wire/message_fields.h"
#include "proxy/demo_vlm/text_lines.h"

namespace franz::demo_vlm {
namespace {
constexpr std::string_view kObjective = "OBJECTIVE:\n";
constexpr std::string_view kStroke = "(stroke ";  // in a step's justification
constexpr int kLargest = 1'000'000;               // of a number that counts
constexpr std::size_t kMaxComplaints = 1000;

std::optional<StepsContext> read_context(std::string_view text) {
  if (text.find("\"actions_history\"") == text.npos) return std::nullopt;
  Result<MessageFields> read = MessageFields::parse(text, MessageFields::Duplicates::last_wins);
  if (!read.ok() || !read.value().is_list("/actions_history")) return std::nullopt;
  MessageFields& json = read.value();
  const auto number = [&](const std::string& pointer, int least = 0) {
    return static_cast<int>(json.integer(pointer, least, kLargest, least));
  };
  StepsContext context;
  context.picture = {number("/picture/width"), number("/picture/height")};
  context.turn = number("/turn", 1);
  if (json.is_number("/turns_left")) context.turns_left = number("/turns_left");
  for (std::size_t i = 0; i < json.size("/actions_history"); ++i) {
    const std::string place = "/actions_history/" + std::to_string(i);
    const std::string action = json.text(place + "/action", "");
    const std::size_t blank = std::min(action.find(' '), action.size());
    context.steps.push_back({number(place + "/turn"), action.substr(0, blank),
                             action.substr(std::min(blank + 1, action.size())),
                             json.text(place + "/why", ""), json.text(place + "/outcome", "")});
  }
  context.left_out = json.raw("/actions_left_out") == "true" || number("/actions_left_out") > 0;
  context.complaints = json.texts("/complaints", kMaxComplaints);
  context.note = json.text("/operator", "");
  return context;
}

// The stroke that a step's justification names; null: none of this drawing.
const PlannedCall* named_stroke(const ToldStep& step, const std::vector<PlannedCall>& strokes) {
  const std::size_t at = step.why.rfind(kStroke);
  if (at == step.why.npos || (step.tool != "mouse" && step.tool != "click")) return nullptr;
  const auto number = static_cast<std::size_t>(
      small_number(std::string_view(step.why).substr(at + kStroke.size())));
  if (number < 1 || number > strokes.size()) return nullptr;
  return step.why.substr(at) == stroke_name(number, strokes.size()) ? &strokes[number - 1]
                                                                    : nullptr;
}

// What came before the first stroke of the list.
void believe_in_front(const std::vector<PlannedCall>& strokes, Past& past) {
  const auto first = std::ranges::find_if(strokes, [&](const PlannedCall& stroke) {
    return std::ranges::any_of(past.deeds, [&](const Deed& deed) {
      return deed.stroke == stroke && deed.outcome == Deed::Outcome::done;
    });
  });
  if (first == strokes.end()) return;
  for (auto stroke = first; stroke != strokes.begin();)
    past.deeds.insert(past.deeds.begin(), {*--stroke, 0, Deed::Outcome::done});
}
}  // namespace

bool was_performed(const ToldStep& step) {
  return step.outcome == "done" || step.outcome == "partial" || step.outcome == "unknown";
}

std::optional<StepsContext> read_steps_context(std::span<const std::string> texts) {
  std::optional<StepsContext> context;
  for (const std::string& text : texts)
    if (!context) context = read_context(text);
  for (const std::string& text : texts)
    if (context && text.starts_with(kObjective))
      context->objective = text.substr(kObjective.size());
  return context;
}

std::string said_in(const StepsContext& context) {
  std::string said;
  for (const ToldStep& step : context.steps)
    if (was_performed(step) || step.outcome == "noted" || step.tool == "noop")
      said += step.why + "\n";
  return said;
}

std::string rule_of_complaints(const std::vector<std::string>& complaints) {
  if (complaints.empty()) return {};
  const Lesson lessons[] = {
      {"code fence", "The JSON stands alone, without a code fence: once more."},
      {"text before it", "Nothing stands before the JSON: once more."},
      {"comma before", "No comma stands behind the last step: once more."},
      {"px\"", "Places are plain numbers, without a unit: once more."},
      {"at most 4", "Four steps are the most: once more."},
      {"there is no tool", "There is no such tool, it is called mouse: once more."},
      {"human_readable_justification", "Each step needs its justification: once more."},
      {"done: expected", "While there is something to do, done is null."},
  };
  for (const std::string& complaint : complaints)
    for (const Lesson& each : lessons)
      if (complaint.find(each.complaint) != complaint.npos) return std::string(each.words);
  return words_about({}, complaints.front()) + "Once more.";
}

std::string stroke_name(std::size_t number, std::size_t all) {
  return std::string(kStroke) + std::to_string(number) + " of " + std::to_string(all) + ")";
}

OwnSteps read_own_steps(const StepsContext& context, const Drawing& drawing) {
  const std::vector<PlannedCall> strokes = strokes_of(drawing);
  OwnSteps own;
  std::set<int> turns;
  for (const ToldStep& step : context.steps) {
    turns.insert(step.turn);
    const PlannedCall* const stroke = named_stroke(step, strokes);
    if (stroke == nullptr) continue;
    const bool is_move = step.arguments.find("\"move\"") != step.arguments.npos;
    const Deed::Outcome outcome = step.outcome == "done" ? Deed::Outcome::done
                                  : was_performed(step)  ? Deed::Outcome::unknown
                                                         : Deed::Outcome::failed;
    if (!is_move)
      own.past.deeds.push_back(
          {*stroke, static_cast<std::size_t>(std::max(0, step.turn)), outcome});
    // A step that was not performed leaves the pointer where it is.
    if (outcome == Deed::Outcome::done || step.outcome == "noted")
      own.pointer = is_move ? stroke->from : stroke->to;
    if (outcome == Deed::Outcome::unknown) own.pointer.reset();
  }
  if (context.left_out) {
    believe_in_front(strokes, own.past);
  } else {
    const auto replies = static_cast<std::size_t>(std::max(0, context.turn - 1));
    own.lost_replies = replies - std::min(replies, turns.size());
  }
  return own;
}

Prospect look_at_steps(const Drawing& drawing, const OwnSteps& own, const Picture* picture) {
  Prospect prospect = look_ahead(drawing, own.past, {.look = false});
  if (!prospect.to_do.empty() || picture == nullptr) return prospect;
  const std::optional<PixelBox> inset = find_inset(*picture);
  for (std::size_t part = 0, number = 0; part < drawing.parts.size(); ++part) {
    for (const PlannedCall& stroke : drawing.parts[part].calls) {
      ++number;
      if (!is_dark_along(*picture, stroke, inset)) continue;
      const bool once = std::ranges::count(own.past.deeds, stroke, &Deed::stroke) == 1;
      if (once) prospect.to_do.push_back({stroke, part, number, false});
      if (!once) ++prospect.given_up;
      --prospect.drawn;
    }
  }
  return prospect;
}

std::vector<PlannedStep> planned_steps(const Prospect& prospect, std::optional<PlanPoint> pointer) {
  std::vector<PlannedStep> steps;
  for (std::size_t i = 0; i < prospect.to_do.size(); ++i) {
    const PlannedCall& call = prospect.to_do[i].call;
    const bool is_line = call.kind == PlannedCall::Kind::drag;
    if (is_line && pointer != call.from) steps.push_back({PlannedStep::Kind::move, call.from, i});
    steps.push_back({is_line ? PlannedStep::Kind::drag : PlannedStep::Kind::click, call.to, i});
    pointer = call.to;
  }
  return steps;
}
}  // namespace franz::demo_vlm
