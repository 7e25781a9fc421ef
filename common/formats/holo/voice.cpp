#include "common/formats/holo/voice.h"
#include "common/base/json.h"

namespace franz {
namespace {
// The mistakes, in the order in which the model makes them.
enum class HoloSlip : std::size_t {
  none,
  code_fence,
  unclosed,
  unknown_tool,
  flat_call,
  text_around,
};
constexpr auto kHoloSlips = static_cast<std::size_t>(HoloSlip::text_around);

// Without the brackets around it.
std::string members_of(const std::string& json) { return json.substr(1, json.size() - 2); }

std::string holo_call(const SpokenAction& action, const std::string& element,
                      const PlaceWriter& places) {
  JsonObject call;
  switch (action.kind) {
    case SpokenAction::Kind::drag:
      call.text("tool_name", "drag_and_drop").text("element", element);
      call.raw("start_x", places.x(action.from)).raw("start_y", places.y(action.from));
      call.raw("end_x", places.x(action.to)).raw("end_y", places.y(action.to));
      break;
    case SpokenAction::Kind::click:
      call.text("tool_name", "click").text("element", element);
      call.raw("x", places.x(action.from)).raw("y", places.y(action.from));
      break;
    case SpokenAction::Kind::type:
      call.text("tool_name", "write").text("content", action.text).boolean("press_enter", false);
      break;
    case SpokenAction::Kind::wait: call.text("tool_name", "wait").number("seconds", 1LL); break;
    case SpokenAction::Kind::finish:
      call.text("tool_name", "answer").text("content", action.text);
      break;
  }
  return call.finish();
}

SpokenReply write_holo(const Speech& speech, const PlaceWriter& places) {
  const auto slip = static_cast<HoloSlip>(speech.slip);
  const std::string thought = speech.seen + " " + speech.action;
  if (slip == HoloSlip::unknown_tool)
    return {JsonObject()
                .null("note")
                .text("thought", thought)
                .raw("tool_call", R"({"tool_name":"drag_and_drip","x":1,"y":2})")
                .finish()};
  // The engine recognises its actions by their sentences, so each appears only once in a reply.
  std::string calls;
  for (const SpokenAction& action : speech.actions)
    calls += (calls.empty() ? "" : ",") + holo_call(action, "there", places);
  const bool several = speech.actions.size() > 1;
  JsonObject object;
  object.text("note", speech.seen).text("thought", thought);
  std::string json;
  if (slip == HoloSlip::flat_call) {
    json = object.finish();
    json.pop_back();
    json += "," + members_of(calls) + "}";
  } else {
    json = object.raw("tool_call", several ? "[" + calls + "]" : calls).finish();
  }
  switch (slip) {
    case HoloSlip::code_fence: return {"```json\n" + json + "\n```"};
    case HoloSlip::unclosed: return {json.substr(0, json.size() - 1)};
    case HoloSlip::text_around: return {"Here is the next step:\n" + json};
    default: return {json};
  }
}
}  // namespace

const Voice kHoloVoice{.dialect = "holo",
                       .words = {"<output_format>", "\"tool_name\""},
                       .tool = "",
                       .objective_begin = "</output_format>\n",
                       .objective_end = "<observation>",
                       .coordinates = {},
                       .slips = kHoloSlips,
                       .write = write_holo};
}  // namespace franz
