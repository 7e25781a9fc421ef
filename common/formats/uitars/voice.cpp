#include "common/formats/uitars/voice.h"

namespace franz {
namespace {
// The mistakes, in the order in which the model makes them.
enum class UitarsSlip : std::size_t {
  none,
  point_form,
  unknown_action,
  seed_form,
  no_label,
  unclosed_call,
};
constexpr auto kUitarsSlips = static_cast<std::size_t>(UitarsSlip::unclosed_call);

// In single quotes, as the prompt requires.
std::string content(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\'' || c == '"' || c == '\\') escaped += '\\';
    escaped += c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return "'" + escaped + "'";
}

std::string box(const MapPoint& at, const PlaceWriter& places) {
  return "'(" + places.x(at) + "," + places.y(at) + ")'";
}

std::string point_tag(const MapPoint& at, const PlaceWriter& places) {
  return "<point>" + places.x(at) + " " + places.y(at) + "</point>";
}

std::string uitars_call(const SpokenAction& action, const PlaceWriter& places) {
  switch (action.kind) {
    case SpokenAction::Kind::drag:
      return "drag(start_box=" + box(action.from, places) + ", end_box=" + box(action.to, places) +
             ")";
    case SpokenAction::Kind::click: return "click(start_box=" + box(action.from, places) + ")";
    case SpokenAction::Kind::type: return "type(content=" + content(action.text) + ")";
    case SpokenAction::Kind::wait: return "wait()";
    case SpokenAction::Kind::finish: break;
  }
  return "finished(content=" + content(action.text) + ")";
}

SpokenReply write_uitars(const Speech& speech, const PlaceWriter& places) {
  const auto slip = static_cast<UitarsSlip>(speech.slip);
  const std::string thought = "Thought: " + speech.seen + " " + speech.action;
  const SpokenAction& first = speech.actions.front();
  switch (slip) {
    case UitarsSlip::point_form:
      return {thought + "\nAction: drag(start_point='" + point_tag(first.from, places) +
              "', end_point='" + point_tag(first.to, places) + "')"};
    case UitarsSlip::seed_form:
      return {"<gui_think>" + speech.seen + " " + speech.action +
              "</gui_think>\n<seed:tool_call><function=drag><parameter=start_point>" +
              point_tag(first.from, places) + "</parameter><parameter=end_point>" +
              point_tag(first.to, places) + "</parameter></function></seed:tool_call>"};
    case UitarsSlip::unknown_action:
      return {thought + "\nAction: drg" + uitars_call(first, places).substr(4)};
    case UitarsSlip::no_label: return {thought + "\n" + uitars_call(first, places)};
    case UitarsSlip::unclosed_call: {
      const std::string call = uitars_call(first, places);
      return {thought + "\nAction: " + call.substr(0, call.size() - 1)};
    }
    default: break;
  }
  std::string text = thought + "\nAction: ";
  for (const SpokenAction& action : speech.actions)
    text += (&action == &first ? "" : "\n\n") + uitars_call(action, places);
  return {text};
}
}  // namespace

const Voice kUitarsVoice{.dialect = "uitars",
                         .words = {"## Action Space\n", "start_box="},
                         .tool = "",
                         .objective_begin = "## User Instruction\n",
                         .objective_end = "\n",
                         .coordinates = {Coordinates::Kind::pixels, 1000, 28},
                         .slips = kUitarsSlips,
                         .write = write_uitars};
}  // namespace franz
