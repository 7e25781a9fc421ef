#include "proxy/demo_vlm/drawing_plan.h"
#include <algorithm>
#include <utility>
#include "common/base/ascii.h"
#include "proxy/demo_vlm/plans.h"

namespace franz::demo_vlm {
void PartList::add(const char* name, const char* seen, const char* plan, Mistake mistake,
                   const std::vector<Line>& lines, const std::vector<PlanPoint>& dots) {
  Part part{name, seen, plan, mistake, {}};
  for (const Line& line : lines) {
    for (std::size_t i = 1; i < line.size(); ++i) {
      part.calls.push_back({PlannedCall::Kind::drag, line[i - 1], line[i], {}});
    }
  }
  for (const PlanPoint& dot : dots) {
    part.calls.push_back({PlannedCall::Kind::left_click, dot, dot, {}});
  }
  parts_.push_back(std::move(part));
}

void PartList::sign(const char* plan, PlanPoint at) {
  add("name", "my name", plan, Mistake::none, {}, {at});
  // The text goes beside the click before it.
  parts_.back().calls.push_back({PlannedCall::Kind::type, at, at, "franz"});
}

static std::vector<Drawing> with_small_plans(Drawing first) {
  std::vector<Drawing> all = small_plans();
  all.insert(all.begin(), std::move(first));
  return all;
}

const std::vector<Drawing>& drawings() {
  static const std::vector<Drawing> all = with_small_plans(cat_plan());
  return all;
}

const std::vector<Drawing>& drawings_in_few_strokes() {
  static const std::vector<Drawing> all = with_small_plans(cat_in_few_strokes());
  return all;
}

const std::vector<Drawing>& drawings_in_few_steps() {
  static const std::vector<Drawing> all = few_steps_plans();
  return all;
}

static const Drawing* named_by(std::string_view word, const std::vector<Drawing>& all) {
  for (const Drawing& drawing : all) {
    for (const std::string& name : drawing.words) {
      if (word == name || word == name + "s") return &drawing;
    }
  }
  return nullptr;
}

const Drawing* find_drawing(std::string_view objective, const std::vector<Drawing>& all) {
  constexpr std::string_view kObjective = "objective:";
  const std::string text = ascii_lower(objective);
  std::string_view rest = text;
  if (const std::size_t at = text.find(kObjective); at != text.npos) {
    rest.remove_prefix(at + kObjective.size());
    rest = rest.substr(0, rest.find('\n'));
  }
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  while (!rest.empty()) {
    const auto begin = std::ranges::find_if(rest, is_letter);
    const auto end = std::find_if_not(begin, rest.end(), is_letter);
    if (const Drawing* drawing = named_by({begin, end}, all)) return drawing;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.begin()));
  }
  return nullptr;
}

std::string_view objective_in(std::string_view system_message) {
  constexpr std::string_view kObjective = "objective:";
  const std::size_t at = system_message.find(kObjective);
  if (at == system_message.npos) return {};
  system_message.remove_prefix(at + kObjective.size());
  return system_message.substr(0, system_message.find("\n\n"));
}

const Drawing& drawing_for(std::string_view system_message) {
  const Drawing* const named = find_drawing(system_message, drawings());
  return named == nullptr ? drawings().front() : *named;
}

const Drawing& drawing_in_few_steps(std::string_view objective) {
  const std::vector<Drawing>& all = drawings_in_few_steps();
  const Drawing* const named = find_drawing(objective, all);
  return named == nullptr ? all.front() : *named;
}

std::size_t part_named(const std::vector<Part>& parts, std::string_view name) {
  const auto found = std::ranges::find(parts, name, &Part::name);
  return static_cast<std::size_t>(found - parts.begin());
}

static std::string pair(PlanPoint point) {
  return std::to_string(point.x) + ", " + std::to_string(point.y);
}

std::string to_text(const PlannedCall& call) {
  switch (call.kind) {
    case PlannedCall::Kind::drag: return "drag(" + pair(call.from) + ", " + pair(call.to) + ")";
    case PlannedCall::Kind::left_click: return "left_click(" + pair(call.from) + ")";
    case PlannedCall::Kind::type: return "type(\"" + call.text + "\")";
  }
  return {};
}

std::string_view tool_of(const PlannedCall& call) {
  switch (call.kind) {
    case PlannedCall::Kind::drag: return "drag";
    case PlannedCall::Kind::left_click: return "left_click";
    case PlannedCall::Kind::type: return "type";
  }
  return {};
}
}  // namespace franz::demo_vlm
