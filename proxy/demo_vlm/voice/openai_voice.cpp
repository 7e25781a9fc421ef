#include "proxy/demo_vlm/voice/openai_voice.h"
#include <algorithm>
#include "common/base/json_string.h"
#include "common/wire/raw_json.h"
#include "proxy/demo_vlm/voice/trained_voice.h"

namespace franz::demo_vlm {
namespace {
using Kind = SpokenAction::Kind;

// The mistakes, in the order in which they are made.
enum Slip : std::size_t {
  kNone,
  kOneAction,
  kBackButton,
  kSlips = kBackButton,
};

std::string objective_of(const SeenRequest& request) { return request.conversation.task; }

std::string place(const MapPoint& at, const PlaceWriter& places) {
  return "{\"x\":" + places.x(at) + ",\"y\":" + places.y(at) + "}";
}

std::string click(std::string_view button, const MapPoint& at, const PlaceWriter& places) {
  JsonObject action;
  action.text("type", "click").text("button", button);
  return action.raw("x", places.x(at)).raw("y", places.y(at)).finish();
}

std::string written(const SpokenAction& action, const PlaceWriter& places) {
  switch (action.kind) {
    case Kind::drag: {
      const std::string path[] = {place(action.from, places), place(action.to, places)};
      return JsonObject().text("type", "drag").raw("path", json_array(path)).finish();
    }
    case Kind::click: return click("left", action.from, places);
    case Kind::type: return JsonObject().text("type", "type").text("text", action.text).finish();
    case Kind::wait:
    case Kind::finish: break;
  }
  return JsonObject().text("type", "wait").finish();
}

void add_call(Reply& reply, std::string_view member, const std::string& actions) {
  const std::string item =
      JsonObject().raw(member, actions).raw("pending_safety_checks", "[]").finish();
  reply.calls.push_back({"", "computer_call", item});
}

Reply write_with(const Speech& speech, const PlaceWriter& places, bool batched) {
  Reply reply;
  if (speech.actions.front().kind == Kind::finish) {
    reply.text = speech.actions.front().text;
    return reply;
  }
  reply.text = speech.seen + " " + speech.action;
  std::vector<std::string> actions;
  if (speech.slip == kBackButton) actions.push_back(click("back", {500, 500}, places));
  for (const SpokenAction& action : speech.actions) actions.push_back(written(action, places));
  if (batched && speech.slip != kOneAction) {
    add_call(reply, "actions", json_array(actions));
  } else {
    for (const std::string& each : actions) add_call(reply, "action", each);
  }
  return reply;
}

Reply write(const Speech& speech, const PlaceWriter& places) {
  return write_with(speech, places, true);
}

Reply write_preview(const Speech& speech, const PlaceWriter& places) {
  return write_with(speech, places, false);
}

constexpr TrainedFormat kFormat{
    "openai", {Coordinates::Kind::pixels, 1000, 0}, kSlips, objective_of, write};
constexpr TrainedFormat kPreviewFormat{
    "openai_preview", {Coordinates::Kind::pixels, 1000, 0}, kSlips, objective_of, write_preview};

bool tells(const SeenRequest& request, std::string_view tool) {
  const std::vector<std::string>& tools = request.conversation.tools;
  return std::ranges::find(tools, tool) != tools.end();
}
}  // namespace

bool asks_for_openai(const SeenRequest& request) {
  return tells(request, "(computer)") || tells(request, "(computer_use_preview)");
}

Reply reply_in_openai(const SeenRequest& request) {
  return reply_in(tells(request, "(computer)") ? kFormat : kPreviewFormat, request);
}
}  // namespace franz::demo_vlm
