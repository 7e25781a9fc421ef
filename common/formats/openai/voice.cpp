#include "common/formats/openai/voice.h"
#include "common/base/json.h"
#include "common/base/json_string.h"

namespace franz {
namespace {
// The mistakes, in the order in which the model makes them.
enum class OpenAiSlip : std::size_t {
  none,
  one_action,
  back_button,
};
constexpr auto kOpenAiSlips = static_cast<std::size_t>(OpenAiSlip::back_button);

std::string path_point(const MapPoint& at, const PlaceWriter& places) {
  return "{\"x\":" + places.x(at) + ",\"y\":" + places.y(at) + "}";
}

std::string click(std::string_view button, const MapPoint& at, const PlaceWriter& places) {
  JsonObject action;
  action.text("type", "click").text("button", button);
  return action.raw("x", places.x(at)).raw("y", places.y(at)).finish();
}

std::string openai_action(const SpokenAction& action, const PlaceWriter& places) {
  switch (action.kind) {
    case SpokenAction::Kind::drag: {
      const std::string path[] = {path_point(action.from, places), path_point(action.to, places)};
      return JsonObject().text("type", "drag").raw("path", json_array(path)).finish();
    }
    case SpokenAction::Kind::click: return click("left", action.from, places);
    case SpokenAction::Kind::type:
      return JsonObject().text("type", "type").text("text", action.text).finish();
    case SpokenAction::Kind::wait:
    case SpokenAction::Kind::finish: break;
  }
  return JsonObject().text("type", "wait").finish();
}

void add_call(SpokenReply& reply, std::string_view member, const std::string& actions) {
  const std::string item =
      JsonObject().raw(member, actions).raw("pending_safety_checks", "[]").finish();
  reply.calls.push_back({"", "computer_call", item});
}

SpokenReply write_openai_with(const Speech& speech, const PlaceWriter& places, bool batched) {
  const auto slip = static_cast<OpenAiSlip>(speech.slip);
  SpokenReply reply;
  if (speech.actions.front().kind == SpokenAction::Kind::finish) {
    reply.text = speech.actions.front().text;
    return reply;
  }
  reply.text = speech.seen + " " + speech.action;
  std::vector<std::string> actions;
  if (slip == OpenAiSlip::back_button) actions.push_back(click("back", {500, 500}, places));
  for (const SpokenAction& action : speech.actions)
    actions.push_back(openai_action(action, places));
  if (batched && slip != OpenAiSlip::one_action) {
    add_call(reply, "actions", json_array(actions));
  } else {
    for (const std::string& each : actions) add_call(reply, "action", each);
  }
  return reply;
}

SpokenReply write_openai(const Speech& speech, const PlaceWriter& places) {
  return write_openai_with(speech, places, true);
}

SpokenReply write_openai_preview(const Speech& speech, const PlaceWriter& places) {
  return write_openai_with(speech, places, false);
}
}  // namespace

const std::array<Voice, 2> kOpenAiVoices{{{.dialect = "openai",
                                           .tool = "(computer)",
                                           .coordinates = {Coordinates::Kind::pixels, 1000, 0},
                                           .slips = kOpenAiSlips,
                                           .write = write_openai},
                                          {.dialect = "openai_preview",
                                           .tool = "(computer_use_preview)",
                                           .coordinates = {Coordinates::Kind::pixels, 1000, 0},
                                           .slips = kOpenAiSlips,
                                           .write = write_openai_preview}}};
}  // namespace franz
