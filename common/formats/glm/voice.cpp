#include "common/formats/glm/voice.h"
#include "common/base/json_string.h"

namespace franz {
namespace {
constexpr std::string_view kOpen = "<|begin_of_box|>", kClose = "<|end_of_box|>";

// The mistakes, in the order in which the model makes them.
enum class GlmSlip : std::size_t {
  none,
  no_box,
  unclosed_box,
  unknown_action,
  json_action,
  unclosed_call,
};
constexpr auto kGlmSlips = static_cast<std::size_t>(GlmSlip::unclosed_call);

std::string box_text(const MapPoint& at, const PlaceWriter& places) {
  return "'[" + places.x(at) + "," + places.y(at) + "]'";
}

std::string glm_call(const SpokenAction& action, const PlaceWriter& places) {
  switch (action.kind) {
    case SpokenAction::Kind::drag:
      return "left_drag(start_box=" + box_text(action.from, places) +
             ", end_box=" + box_text(action.to, places) + ", element_info='a line')";
    case SpokenAction::Kind::click:
      return "left_click(start_box=" + box_text(action.from, places) + ", element_info='there')";
    case SpokenAction::Kind::type: return "type(content=" + single_quoted(action.text) + ")";
    case SpokenAction::Kind::wait: return "WAIT()";
    case SpokenAction::Kind::finish: break;
  }
  return action.success ? "DONE()" : "FAIL()";
}

// The model's own memory, which is sent back to it.
std::string memory(const Speech& speech) {
  return "\nMemory:\n[{\"progress\": " + quote_json(speech.seen) + "}]";
}

SpokenReply write_glm(const Speech& speech, const PlaceWriter& places) {
  const auto slip = static_cast<GlmSlip>(speech.slip);
  std::string result;
  for (const SpokenAction& action : speech.actions)
    if (action.kind == SpokenAction::Kind::finish) result = " " + action.text;
  const std::string thought = speech.seen + " " + speech.action + result + "\n";
  const SpokenAction& first = speech.actions.front();
  std::string calls;
  for (const SpokenAction& action : speech.actions)
    calls += (calls.empty() ? "" : "\n") + std::string(kOpen) + glm_call(action, places) +
             std::string(kClose);
  const std::string call = glm_call(first, places);
  switch (slip) {
    case GlmSlip::no_box: calls = call; break;
    case GlmSlip::unclosed_box: calls = std::string(kOpen) + call; break;
    case GlmSlip::unknown_action:
      calls = std::string(kOpen) + "left_drg" + call.substr(call.find('(')) + std::string(kClose);
      break;
    case GlmSlip::json_action:
      calls = std::string(kOpen) + R"({"action_type":"wait"})" + std::string(kClose);
      break;
    case GlmSlip::unclosed_call:
      calls = std::string(kOpen) + call.substr(0, call.size() - 1) + std::string(kClose);
      break;
    default: break;
  }
  return {thought + calls + memory(speech)};
}
}  // namespace

const Voice kGlmVoice{.dialect = "glm",
                      .words = {"left_drag(start_box='[x1,y1]'", ""},
                      .tool = "",
                      .objective_begin = "# Task:\n",
                      .objective_end = "\n",
                      .coordinates = {Coordinates::Kind::relative, 999, 0},
                      .slips = kGlmSlips,
                      .write = write_glm};
}  // namespace franz
