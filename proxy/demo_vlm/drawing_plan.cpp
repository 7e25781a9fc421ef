#include "proxy/demo_vlm/drawing_plan.h"
#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <sstream>
#include "common/base/ascii.h"
#include "common/base/json_string.h"
#include "proxy/demo_vlm/text_lines.h"

namespace franz::demo_vlm {
std::string_view figures_text();  // figures.txt, compiled in by CMake

namespace {
constexpr std::string_view kObjectiveMark = "objective:";
// In the order of Mistake.
constexpr std::array<std::string_view, 4> kMistakes{"out_of_range", "missing_argument",
                                                    "misspelt_tool", "two_blocks"};

// A line, dots or a sign of figures.txt: "0,816 1000,816".
void add_calls(std::string_view key, std::string_view value, std::vector<PlannedCall>& calls) {
  using Kind = PlannedCall::Kind;
  std::istringstream places{std::string(value)};
  std::optional<PlanPoint> last;
  char comma = 0;
  for (PlanPoint at{}; places >> at.x >> comma >> at.y; last = at) {
    if (key != "line") calls.push_back({Kind::left_click, at, at, {}});
    if (key == "line" && last) calls.push_back({Kind::drag, *last, at, {}});
    // The text goes beside the click before it.
    if (key == "sign") calls.push_back({Kind::type, at, at, "franz"});
  }
}

std::vector<Drawing> figures_of(std::string_view size) {
  std::vector<Drawing> figures;
  for (const std::string_view line : split_lines(figures_text())) {
    const std::size_t blank = std::min(line.find(' '), line.size());
    const std::string_view key = line.substr(0, blank);
    const std::string value(line.substr(std::min(blank + 1, line.size())));
    if (key.empty() || key.starts_with('#')) continue;
    if (key == "figure") figures.push_back({value, {}, {}, {}, {}, {}});
    Drawing& figure = figures.back();
    if (key == "sizes" && value.find(size) == value.npos) figure.name.clear();
    if (key == "words") {
      std::istringstream words(value);
      figure.words = {std::istream_iterator<std::string>(words), {}};
    }
    if (key == "first") figure.first = value;
    if (key == "last") figure.last = value;
    if (key == "whole") figure.whole = value;
    if (key == "part") figure.parts.push_back({value, {}, {}, Mistake::none, {}});
    if (figure.parts.empty()) continue;
    Part& part = figure.parts.back();
    if (key == "seen") part.seen = value;
    if (key == "plan") part.plan = value;
    for (std::size_t i = 0; key == "mistake" && i < kMistakes.size(); ++i)
      if (value == kMistakes[i]) part.mistake = static_cast<Mistake>(i);
    if (key == "line" || key == "dots" || key == "sign") add_calls(key, value, part.calls);
  }
  // Those that are not wanted have lost their names.
  std::erase_if(figures, [](const Drawing& figure) { return figure.name.empty(); });
  return figures;
}
}  // namespace

const std::vector<Drawing>& drawings() {
  static const std::vector<Drawing> all = figures_of("full");
  return all;
}

const std::vector<Drawing>& drawings_in_few_strokes() {
  static const std::vector<Drawing> all = figures_of("strokes");
  return all;
}

const std::vector<Drawing>& drawings_in_few_steps() {
  static const std::vector<Drawing> all = figures_of("steps");
  return all;
}

const Drawing* find_drawing(std::string_view objective, const std::vector<Drawing>& all) {
  const std::string text = ascii_lower(objective);
  std::string_view rest = text;
  if (const std::size_t at = text.find(kObjectiveMark); at != text.npos) {
    rest.remove_prefix(at + kObjectiveMark.size());
    rest = rest.substr(0, rest.find('\n'));
  }
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  while (!rest.empty()) {
    const auto begin = std::ranges::find_if(rest, is_letter);
    const auto end = std::find_if_not(begin, rest.end(), is_letter);
    const std::string word(begin, end);
    for (const Drawing& drawing : all)
      for (const std::string& name : drawing.words)
        if (word == name || word == name + "s") return &drawing;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.begin()));
  }
  return nullptr;
}

std::string_view objective_in(std::string_view system_message) {
  const std::size_t at = system_message.find(kObjectiveMark);
  if (at == system_message.npos) return {};
  system_message.remove_prefix(at + kObjectiveMark.size());
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

std::vector<PlannedCall> strokes_of(const Drawing& drawing) {
  std::vector<PlannedCall> strokes;
  for (const Part& part : drawing.parts)
    strokes.insert(strokes.end(), part.calls.begin(), part.calls.end());
  return strokes;
}

Point pixel_of(PlanPoint place, Size picture) {
  return to_pixel({static_cast<double>(place.x), static_cast<double>(place.y)},
                  {0, 0, picture.width, picture.height});
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
    case PlannedCall::Kind::type: return "type(" + quote_json(call.text) + ")";
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
