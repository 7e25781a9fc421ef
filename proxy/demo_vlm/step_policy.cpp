#include "proxy/demo_vlm/step_policy.h"
#include <algorithm>
#include <cmath>
#include <set>
#include "proxy/demo_vlm/text_lines.h"

namespace franz::demo_vlm {
namespace {
constexpr std::string_view kStroke = "(stroke ";  // in a step's justification

std::vector<PlannedCall> strokes_of(const Drawing& drawing) {
  std::vector<PlannedCall> strokes;
  for (const Part& part : drawing.parts)
    strokes.insert(strokes.end(), part.calls.begin(), part.calls.end());
  return strokes;
}

// The stroke that a step's justification names; null: none of this drawing.
const PlannedCall* named_stroke(const ToldStep& step, const std::vector<PlannedCall>& strokes) {
  const std::size_t at = step.why.rfind(kStroke);
  if (at == step.why.npos || (step.tool != "mouse" && step.tool != "write")) return nullptr;
  const auto number = static_cast<std::size_t>(
      small_number(std::string_view(step.why).substr(at + kStroke.size())));
  if (number < 1 || number > strokes.size()) return nullptr;
  const PlannedCall& stroke = strokes[number - 1];
  return step.why.substr(at) == stroke_name(number, strokes.size()) ? &stroke : nullptr;
}

bool was_drawn(const Past& past, const PlannedCall& stroke) {
  return std::ranges::any_of(past.deeds, [&](const Deed& deed) {
    return deed.stroke == stroke && deed.outcome == Deed::Outcome::done;
  });
}

// What came before the first stroke of the list.
void believe_in_front(const Drawing& drawing, Past& past) {
  std::vector<Deed> before;
  for (const Part& part : drawing.parts) {
    for (const PlannedCall& stroke : part.calls) {
      if (was_drawn(past, stroke)) {
        past.deeds.insert(past.deeds.begin(), before.begin(), before.end());
        return;
      }
      before.push_back({stroke, 0, Deed::Outcome::done});
    }
  }
}
}  // namespace

Pixel pixel_of(PlanPoint place, Size picture) {
  const auto along = [](int at, int side) {
    return static_cast<int>(std::lround(at * std::max(0, side - 1) / 1000.0));
  };
  return {along(place.x, picture.width), along(place.y, picture.height)};
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
    const Deed::Outcome outcome = step.outcome == "done"      ? Deed::Outcome::done
                                  : step.outcome == "partial" ? Deed::Outcome::unknown
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
    believe_in_front(drawing, own.past);
  } else {
    const auto replies = static_cast<std::size_t>(std::max(0, context.turn - 1));
    own.lost_replies = replies - std::min(replies, turns.size());
  }
  return own;
}

Prospect look_at_steps(const Drawing& drawing, const OwnSteps& own, const Picture* picture) {
  Prospect prospect = look_ahead(drawing, own.past, {.look = false});
  if (!prospect.to_do.empty() || picture == nullptr) return prospect;
  const std::optional<Panel> inset = find_inset(*picture);
  for (std::size_t part = 0; part < drawing.parts.size(); ++part) {
    for (const PlannedCall& stroke : drawing.parts[part].calls) {
      if (!is_dark_along(*picture, stroke, inset)) continue;
      const bool once = std::ranges::count(own.past.deeds, stroke, &Deed::stroke) == 1;
      if (once) prospect.to_do.push_back({stroke, part, false});
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
    switch (call.kind) {
      case PlannedCall::Kind::drag:
        if (pointer != call.from) steps.push_back({PlannedStep::Kind::move, call.from, {}, i});
        steps.push_back({PlannedStep::Kind::drag, call.to, {}, i});
        break;
      case PlannedCall::Kind::left_click:
        steps.push_back({PlannedStep::Kind::click, call.from, {}, i});
        break;
      case PlannedCall::Kind::type:
        steps.push_back({PlannedStep::Kind::write, call.from, call.text, i});
        break;
    }
    pointer = call.to;
  }
  return steps;
}
}  // namespace franz::demo_vlm
