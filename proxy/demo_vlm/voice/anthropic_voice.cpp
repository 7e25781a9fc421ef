#include "proxy/demo_vlm/voice/anthropic_voice.h"
#include <algorithm>
#include <utility>
#include "common/base/json_string.h"
#include "common/wire/raw_json.h"
#include "proxy/demo_vlm/voice/trained_voice.h"

namespace franz::demo_vlm {
namespace {
using Kind = SpokenAction::Kind;
constexpr const char* kFunction = "computer";

// The mistakes, in the order in which they are made.
enum Slip : std::size_t {
  kNone,
  kToolsetMember,
  kZoomFirst,
  kUnclosedJson,
  kSlips = kUnclosedJson,
};

std::string objective_of(const SeenRequest& request) { return request.conversation.task; }

std::string coordinate(const MapPoint& at, const PlaceWriter& places) {
  return "[" + places.x(at) + "," + places.y(at) + "]";
}

// The action's name and the members beside it.
struct Written {
  std::string name;
  ExtraMembers members;
};

Written written(const SpokenAction& action, const PlaceWriter& places) {
  switch (action.kind) {
    case Kind::drag:
      return {"left_click_drag",
              {{"start_coordinate", coordinate(action.from, places)},
               {"coordinate", coordinate(action.to, places)}}};
    case Kind::click: return {"left_click", {{"coordinate", coordinate(action.from, places)}}};
    case Kind::type: return {"type", {{"text", quote_json(action.text)}}};
    case Kind::wait:
    case Kind::finish: break;
  }
  return {"wait", {{"duration", "1"}}};
}

SpokenCall call_of(const Written& action, bool as_member) {
  JsonObject arguments;
  if (!as_member) arguments.text("action", action.name);
  for (const auto& [name, value] : action.members) arguments.raw(name, value);
  return {"", as_member ? action.name : kFunction, std::move(arguments).finish()};
}

Reply write(const Speech& speech, const PlaceWriter& places) {
  Reply reply;
  if (speech.actions.front().kind == Kind::finish) {
    reply.text = speech.actions.front().text;
    return reply;
  }
  reply.text = speech.seen + " " + speech.action;
  if (speech.slip == kZoomFirst)
    reply.calls.push_back(call_of({"zoom", {{"region", "[0,0,400,300]"}}}, false));
  for (const SpokenAction& action : speech.actions)
    reply.calls.push_back(call_of(written(action, places), speech.slip == kToolsetMember));
  if (speech.slip == kUnclosedJson) reply.calls.back().arguments.pop_back();
  // A history gives calls of one id in different turns no other: each is told apart by its turn.
  for (std::size_t i = 0; i < reply.calls.size(); ++i)
    reply.calls[i].id = "toolu_" + std::to_string(i + 1);
  return reply;
}

constexpr TrainedFormat kFormat{
    "anthropic", {Coordinates::Kind::pixels, 1000, 0}, kSlips, objective_of, write};
}  // namespace

bool asks_for_anthropic(const SeenRequest& request) {
  const std::vector<std::string>& tools = request.conversation.tools;
  return std::ranges::find(tools, kFunction) != tools.end();
}

Reply reply_in_anthropic(const SeenRequest& request) { return reply_in(kFormat, request); }
}  // namespace franz::demo_vlm
