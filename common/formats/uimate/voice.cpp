#include "common/formats/uimate/voice.h"
#include <utility>

namespace franz {
namespace {
using Parameters = std::vector<std::pair<std::string_view, std::string>>;

// The mistakes, in the order in which the model makes them.
enum class UimateSlip : std::size_t {
  none,
  draft_in_thought,
  unknown_argument,
  no_tags,
};
constexpr auto kUimateSlips = static_cast<std::size_t>(UimateSlip::no_tags);

std::string function_text(const Parameters& parameters) {
  std::string text = "<function=computer_use>\n";
  for (const auto& [name, value] : parameters)
    text += "<parameter=" + std::string(name) + ">\n" + value + "\n</parameter>\n";
  return text + "</function>";
}

std::string tagged_function(const Parameters& parameters) {
  return "<tool_call>\n" + function_text(parameters) + "\n</tool_call>";
}

Parameters at_place(std::string_view action, const MapPoint& at, const PlaceWriter& places,
                    std::string_view name = "coordinate") {
  return {{"action", std::string(action)}, {name, "[" + places.x(at) + ", " + places.y(at) + "]"}};
}

std::vector<Parameters> calls_for(const SpokenAction& action, const PlaceWriter& places) {
  switch (action.kind) {
    case SpokenAction::Kind::drag:
      return {at_place("mouse_move", action.from, places), at_place("drag", action.to, places)};
    case SpokenAction::Kind::click: return {at_place("left_click", action.from, places)};
    case SpokenAction::Kind::type: return {{{"action", "type"}, {"text", action.text}}};
    case SpokenAction::Kind::wait: return {{{"action", "wait"}, {"time", "1"}}};
    case SpokenAction::Kind::finish: break;
  }
  return {{{"action", "finished"}, {"status", action.success ? "success" : "failure"}}};
}

SpokenReply write_uimate(const Speech& speech, const PlaceWriter& places) {
  const auto slip = static_cast<UimateSlip>(speech.slip);
  const SpokenAction& first = speech.actions.front();
  std::string text = speech.seen;
  if (slip == UimateSlip::draft_in_thought)
    text += "\n" + tagged_function(at_place("left_click", {990, 990}, places)) + "\nNo, not there.";
  text += "\n</think>\n\n<action>\n" + speech.action;
  // The result appears nowhere else.
  if (first.kind == SpokenAction::Kind::finish && !first.text.empty()) text += " " + first.text;
  text += "\n</action>\n";
  if (slip == UimateSlip::unknown_argument)
    return {text + "\n" + tagged_function(at_place("drag", first.to, places, "spot"))};
  for (const SpokenAction& action : speech.actions)
    for (const Parameters& call : calls_for(action, places))
      text += "\n" + (slip == UimateSlip::no_tags ? function_text(call) : tagged_function(call));
  return {text};
}
}  // namespace

const Voice kUimateVoice{.dialect = "uimate",
                         .words = {"<tools>", "action=finished"},
                         .objective_begin = "\nInstruction: ",
                         .objective_end = "\n\nPrevious actions:",
                         .coordinates = {Coordinates::Kind::relative, 999, 0},
                         .slips = kUimateSlips,
                         .write = write_uimate};
}  // namespace franz
