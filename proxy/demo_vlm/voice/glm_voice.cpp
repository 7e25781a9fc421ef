#include "proxy/demo_vlm/voice/glm_voice.h"
#include "common/base/json_string.h"
#include "proxy/demo_vlm/voice/trained_voice.h"

namespace franz::demo_vlm {
namespace {
using Kind = SpokenAction::Kind;
constexpr std::string_view kOpen = "<|begin_of_box|>", kClose = "<|end_of_box|>";

// The mistakes, in the order in which they are made.
enum Slip : std::size_t {
  kNone,
  kNoBox,
  kUnclosedBox,
  kUnknownAction,
  kJsonAction,
  kUnclosedCall,
  kSlips = kUnclosedCall,
};

std::string objective_of(const SeenRequest& request) {
  return between(request.words, "# Task:\n", "\n");
}

std::string place(const MapPoint& at, const PlaceWriter& places) {
  return "'[" + places.x(at) + "," + places.y(at) + "]'";
}

std::string quoted(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\'' || c == '\\') escaped += '\\';
    escaped += c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return "'" + escaped + "'";
}

std::string call_of(const SpokenAction& action, const PlaceWriter& places) {
  switch (action.kind) {
    case Kind::drag:
      return "left_drag(start_box=" + place(action.from, places) +
             ", end_box=" + place(action.to, places) + ", element_info='a line')";
    case Kind::click:
      return "left_click(start_box=" + place(action.from, places) + ", element_info='there')";
    case Kind::type: return "type(content=" + quoted(action.text) + ")";
    case Kind::wait: return "WAIT()";
    case Kind::finish: break;
  }
  return action.success ? "DONE()" : "FAIL()";
}

// The model's own memory, which comes back to it.
std::string memory(const Speech& speech) {
  return "\nMemory:\n[{\"progress\": " + quote_json(speech.seen) + "}]";
}

Reply write(const Speech& speech, const PlaceWriter& places) {
  std::string result;
  for (const SpokenAction& action : speech.actions)
    if (action.kind == Kind::finish) result = " " + action.text;
  const std::string thought = speech.seen + " " + speech.action + result + "\n";
  const SpokenAction& first = speech.actions.front();
  std::string calls;
  for (const SpokenAction& action : speech.actions)
    calls += (calls.empty() ? "" : "\n") + std::string(kOpen) + call_of(action, places) +
             std::string(kClose);
  const std::string call = call_of(first, places);
  switch (speech.slip) {
    case kNoBox: calls = call; break;
    case kUnclosedBox: calls = std::string(kOpen) + call; break;
    case kUnknownAction:
      calls = std::string(kOpen) + "left_drg" + call.substr(call.find('(')) + std::string(kClose);
      break;
    case kJsonAction:
      calls = std::string(kOpen) + R"({"action_type":"wait"})" + std::string(kClose);
      break;
    case kUnclosedCall:
      calls = std::string(kOpen) + call.substr(0, call.size() - 1) + std::string(kClose);
      break;
    default: break;
  }
  return {thought + calls + memory(speech)};
}

constexpr TrainedFormat kFormat{
    "glm", {Coordinates::Kind::relative, 999, 0}, kSlips, objective_of, write};
}  // namespace

bool asks_for_glm(const SeenRequest& request) {
  return request.words.find("left_drag(start_box='[x1,y1]'") != std::string::npos;
}

Reply reply_in_glm(const SeenRequest& request) { return reply_in(kFormat, request); }
}  // namespace franz::demo_vlm
