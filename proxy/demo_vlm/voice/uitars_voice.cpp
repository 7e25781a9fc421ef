#include "proxy/demo_vlm/voice/uitars_voice.h"
#include "proxy/demo_vlm/voice/trained_voice.h"

namespace franz::demo_vlm {
namespace {
using Kind = SpokenAction::Kind;

// The mistakes, in the order in which they are made.
enum Slip : std::size_t {
  kNone,
  kPointForm,
  kUnknownAction,
  kSeedForm,
  kNoLabel,
  kUnclosedCall,
  kSlips = kUnclosedCall,
};

std::string objective_of(const SeenRequest& request) {
  return between(request.words, "## User Instruction\n", "\n");
}

// Between single quotes, as the prompt asks for it.
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

std::string point(const MapPoint& at, const PlaceWriter& places) {
  return "<point>" + places.x(at) + " " + places.y(at) + "</point>";
}

std::string call_of(const SpokenAction& action, const PlaceWriter& places) {
  switch (action.kind) {
    case Kind::drag:
      return "drag(start_box=" + box(action.from, places) + ", end_box=" + box(action.to, places) +
             ")";
    case Kind::click: return "click(start_box=" + box(action.from, places) + ")";
    case Kind::type: return "type(content=" + content(action.text) + ")";
    case Kind::wait: return "wait()";
    case Kind::finish: break;
  }
  return "finished(content=" + content(action.text) + ")";
}

Reply write(const Speech& speech, const PlaceWriter& places) {
  const std::string thought = "Thought: " + speech.seen + " " + speech.action;
  const SpokenAction& first = speech.actions.front();
  switch (speech.slip) {
    case kPointForm:
      return {thought + "\nAction: drag(start_point='" + point(first.from, places) +
              "', end_point='" + point(first.to, places) + "')"};
    case kSeedForm:
      return {"<gui_think>" + speech.seen + " " + speech.action +
              "</gui_think>\n<seed:tool_call><function=drag><parameter=start_point>" +
              point(first.from, places) + "</parameter><parameter=end_point>" +
              point(first.to, places) + "</parameter></function></seed:tool_call>"};
    case kUnknownAction: return {thought + "\nAction: drg" + call_of(first, places).substr(4)};
    case kNoLabel: return {thought + "\n" + call_of(first, places)};
    case kUnclosedCall: {
      const std::string call = call_of(first, places);
      return {thought + "\nAction: " + call.substr(0, call.size() - 1)};
    }
    default: break;
  }
  std::string text = thought + "\nAction: ";
  for (const SpokenAction& action : speech.actions)
    text += (&action == &first ? "" : "\n\n") + call_of(action, places);
  return {text};
}

constexpr TrainedFormat kFormat{
    "uitars", {Coordinates::Kind::pixels, 1000, 28}, kSlips, objective_of, write};
}  // namespace

bool asks_for_uitars(const SeenRequest& request) {
  return request.words.find("## Action Space\n") != std::string::npos &&
         request.words.find("start_box=") != std::string::npos;
}

Reply reply_in_uitars(const SeenRequest& request) { return reply_in(kFormat, request); }
}  // namespace franz::demo_vlm
