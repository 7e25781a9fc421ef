#include "capturer/sandbox/sandbox_state.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/wire/limits.h"
#include "common/wire/message_fields.h"
#include "common/wire/turn_options.h"

namespace franz::capturer {
namespace {
std::optional<MapPoint> read_place(MessageFields& fields, const std::string& pointer) {
  if (!fields.has(pointer)) return std::nullopt;
  return MapPoint{fields.number(pointer + "/0", 0, kFullScale),
                  fields.number(pointer + "/1", 0, kFullScale)};
}

std::string place_json(const std::optional<MapPoint>& place) {
  if (!place) return "null";
  return "[" + json_number(place->x) + "," + json_number(place->y) + "]";
}
}  // namespace

Result<SandboxState> parse_sandbox_state(std::string_view text) {
  Result<MessageFields> parsed = MessageFields::parse(text);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  SandboxState state;
  state.turn = static_cast<int>(fields.integer("/turn", 1, kMaxTurn));
  const std::vector<std::string> actions = fields.texts("/actions", kMaxActions);
  state.rules = read_action_rules(fields);
  state.before = {read_place(fields, "/cursor_before"), read_place(fields, "/previous_before"),
                  read_place(fields, "/type_at_before")};
  state.after = {read_place(fields, "/cursor"), read_place(fields, "/previous"),
                 read_place(fields, "/type_at")};
  if (fields.has("/glyphs")) state.glyphs = fields.texts("/glyphs", kMaxGlyphSources);
  if (!fields.failure().empty()) return Error{fields.failure()};
  Result<std::vector<Call>> calls = parse_actions(actions);
  if (!calls.ok()) return calls.error();
  state.actions = std::move(calls).value();
  return state;
}

std::string to_json(const SandboxState& state) {
  JsonObject object;
  object.number("turn", static_cast<long long>(state.turn));
  add_actions(object, state.actions);
  add_action_rules(object, state.rules);
  object.raw("cursor_before", place_json(state.before.cursor))
      .raw("previous_before", place_json(state.before.previous))
      .raw("type_at_before", place_json(state.before.type_at))
      .raw("cursor", place_json(state.after.cursor))
      .raw("previous", place_json(state.after.previous))
      .raw("type_at", place_json(state.after.type_at));
  if (!state.glyphs.empty()) object.raw("glyphs", json_text_array(state.glyphs));
  return object.finish() + "\n";
}
}  // namespace franz::capturer
