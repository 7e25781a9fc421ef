#include "common/formats/anthropic/voice.h"
#include <string>
#include <utility>
#include <vector>
#include "common/base/json.h"
#include "common/base/json_string.h"

namespace franz {
namespace {
constexpr const char* kAnthropicFunction = "computer";

// The mistakes, in the order in which the model makes them.
enum class AnthropicSlip : std::size_t {
  none,
  toolset_member,
  zoom_first,
  unclosed_json,
};
constexpr auto kAnthropicSlips = static_cast<std::size_t>(AnthropicSlip::unclosed_json);

std::string anthropic_coordinate(const MapPoint& at, const PlaceWriter& places) {
  return "[" + places.x(at) + "," + places.y(at) + "]";
}

// The action's name and its other members.
struct NamedAction {
  std::string name;
  std::vector<std::pair<std::string, std::string>> members;  // name and JSON
};

NamedAction named_action(const SpokenAction& action, const PlaceWriter& places) {
  switch (action.kind) {
    case SpokenAction::Kind::drag:
      return {"left_click_drag",
              {{"start_coordinate", anthropic_coordinate(action.from, places)},
               {"coordinate", anthropic_coordinate(action.to, places)}}};
    case SpokenAction::Kind::click:
      return {"left_click", {{"coordinate", anthropic_coordinate(action.from, places)}}};
    case SpokenAction::Kind::type: return {"type", {{"text", quote_json(action.text)}}};
    case SpokenAction::Kind::wait:
    case SpokenAction::Kind::finish: break;
  }
  return {"wait", {{"duration", "1"}}};
}

SpokenCall anthropic_call(const NamedAction& action, bool as_member) {
  JsonObject arguments;
  if (!as_member) arguments.text("action", action.name);
  for (const auto& [name, value] : action.members) arguments.raw(name, value);
  return {"", as_member ? action.name : kAnthropicFunction, std::move(arguments).finish()};
}

SpokenReply write_anthropic(const Speech& speech, const PlaceWriter& places) {
  const auto slip = static_cast<AnthropicSlip>(speech.slip);
  SpokenReply reply;
  if (speech.actions.front().kind == SpokenAction::Kind::finish) {
    reply.text = speech.actions.front().text;
    return reply;
  }
  reply.text = speech.seen + " " + speech.action;
  if (slip == AnthropicSlip::zoom_first)
    reply.calls.push_back(anthropic_call({"zoom", {{"region", "[0,0,400,300]"}}}, false));
  for (const SpokenAction& action : speech.actions)
    reply.calls.push_back(
        anthropic_call(named_action(action, places), slip == AnthropicSlip::toolset_member));
  if (slip == AnthropicSlip::unclosed_json) reply.calls.back().arguments.pop_back();
  // The history does not change ids that repeat in different turns: the turn distinguishes them.
  for (std::size_t i = 0; i < reply.calls.size(); ++i)
    reply.calls[i].id = "toolu_" + std::to_string(i + 1);
  return reply;
}
}  // namespace

const Voice kAnthropicVoice{.dialect = "anthropic",
                            .words = {"", ""},
                            .tool = "computer",
                            .objective_begin = "",
                            .objective_end = "",
                            .coordinates = {Coordinates::Kind::pixels, 1000, 0},
                            .slips = kAnthropicSlips,
                            .write = write_anthropic};
}  // namespace franz
