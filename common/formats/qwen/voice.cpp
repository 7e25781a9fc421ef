#include "common/formats/qwen/voice.h"
#include "common/base/json.h"

namespace franz {
namespace {
constexpr const char* kQwenFunction = "computer_use";

// The mistakes, in the order in which the model makes them.
enum class QwenSlip : std::size_t {
  none,
  unclosed_tag,
  xml_form,
  keys_as_text,
  unknown_action,
  python_quotes,
  no_tags,
  in_tool_calls,
};
constexpr auto kQwenSlips = static_cast<std::size_t>(QwenSlip::in_tool_calls);

std::string qwen_coordinate(const MapPoint& at, const PlaceWriter& places) {
  return "[" + places.x(at) + ", " + places.y(at) + "]";
}

// The arguments of each call that an action needs.
std::vector<std::string> arguments_of(const SpokenAction& action, const PlaceWriter& places) {
  const auto at = [&](std::string_view name, const MapPoint& place) {
    return JsonObject()
        .text("action", name)
        .raw("coordinate", qwen_coordinate(place, places))
        .finish();
  };
  switch (action.kind) {
    case SpokenAction::Kind::drag:
      return {at("mouse_move", action.from), at("left_click_drag", action.to)};
    case SpokenAction::Kind::click: return {at("left_click", action.from)};
    case SpokenAction::Kind::type:
      return {JsonObject().text("action", "type").text("text", action.text).finish()};
    case SpokenAction::Kind::wait:
      return {JsonObject().text("action", "wait").number("time", 1LL).finish()};
    case SpokenAction::Kind::finish: break;
  }
  return {JsonObject().text("action", "answer").text("text", action.text).finish(),
          JsonObject()
              .text("action", "terminate")
              .text("status", action.success ? "success" : "failure")
              .finish()};
}

std::string call_json(const std::string& arguments) {
  return JsonObject().text("name", kQwenFunction).raw("arguments", arguments).finish();
}

std::string tagged(const std::string& inside) {
  return "<tool_call>\n" + inside + "\n</tool_call>";
}

std::string with_single_quotes(std::string json) {
  for (char& c : json)
    if (c == '"') c = '\'';
  return json;
}

// The two calls of a drag.
std::string drag_in_xml(const SpokenAction& drag, const PlaceWriter& places) {
  const auto call = [&](const std::string& action, const MapPoint& at) {
    return tagged("<function=" + std::string(kQwenFunction) + ">\n<parameter=action>\n" + action +
                  "\n</parameter>\n<parameter=coordinate>\n" + qwen_coordinate(at, places) +
                  "\n</parameter>\n</function>");
  };
  return call("mouse_move", drag.from) + "\n" + call("left_click_drag", drag.to);
}

SpokenReply write_qwen(const Speech& speech, const PlaceWriter& places) {
  const auto slip = static_cast<QwenSlip>(speech.slip);
  SpokenReply reply;
  reply.text = "Thought: " + speech.seen + "\nAction: " + speech.action + "\n";
  std::vector<std::string> all;
  for (const SpokenAction& action : speech.actions)
    for (std::string& each : arguments_of(action, places)) all.push_back(std::move(each));
  switch (slip) {
    case QwenSlip::xml_form:
      reply.text += drag_in_xml(speech.actions.front(), places);
      return reply;
    case QwenSlip::keys_as_text:
      all.insert(all.begin(),
                 JsonObject().text("action", "key").text("keys", "keys=['escape']").finish());
      break;
    case QwenSlip::unknown_action:
      all = {JsonObject()
                 .text("action", "left_clck_drag")
                 .raw("coordinate", qwen_coordinate(speech.actions.front().to, places))
                 .finish()};
      break;
    case QwenSlip::in_tool_calls:
      for (std::size_t i = 0; i < all.size(); ++i)
        reply.calls.push_back({"call_" + std::to_string(i + 1), kQwenFunction, all[i]});
      return reply;
    default: break;
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string json = call_json(all[i]);
    const std::string call = slip == QwenSlip::python_quotes ? tagged(with_single_quotes(json))
                             : slip == QwenSlip::no_tags     ? json
                                                             : tagged(json);
    reply.text += (i > 0 ? "\n" : "") + call;
  }
  if (slip == QwenSlip::unclosed_tag) reply.text.resize(reply.text.rfind("\n</tool_call>"));
  return reply;
}
}  // namespace

const Voice kQwenVoice{.dialect = "qwen",
                       .words = {"<tools>", "\"computer_use\""},
                       .tool = "",
                       .objective_begin = "\nInstruction: ",
                       .objective_end = "\n\nPrevious actions:",
                       .coordinates = {Coordinates::Kind::relative, 999, 0},
                       .slips = kQwenSlips,
                       .write = write_qwen};
}  // namespace franz
