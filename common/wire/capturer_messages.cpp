#include "common/wire/capturer_messages.h"
#include <algorithm>
#include <utility>
#include "common/base/json_string.h"
#include "common/wire/limits.h"
#include "common/wire/message_fields.h"

namespace franz {
bool TypeAfter::has(ToolId tool) const {
  return (tool == ToolId::left_click && left) ||
         (tool == ToolId::double_left_click && double_left) ||
         (tool == ToolId::right_click && right);
}

ActionRules read_action_rules(MessageFields& fields) {
  ActionRules rules;
  if (fields.has("/on_error")) {
    const bool stop = fields.choice("/on_error", {"stop", "skip"}) == "stop";
    rules.on_error = stop ? OnError::stop : OnError::skip;
  }
  if (!fields.has("/type_after")) return rules;
  rules.type_after = {false, false, false};
  for (const std::string& click : fields.texts("/type_after", 3)) {
    if (click == "left") {
      rules.type_after.left = true;
    } else if (click == "double") {
      rules.type_after.double_left = true;
    } else if (click == "right") {
      rules.type_after.right = true;
    } else {
      fields.fail("/type_after", "a list of left, double and right");
    }
  }
  return rules;
}

void add_action_rules(JsonObject& object, const ActionRules& rules) {
  object.text("on_error", rules.on_error == OnError::stop ? "stop" : "skip");
  std::vector<std::string> clicks;
  if (rules.type_after.left) clicks.emplace_back("left");
  if (rules.type_after.double_left) clicks.emplace_back("double");
  if (rules.type_after.right) clicks.emplace_back("right");
  object.raw("type_after", json_text_array(clicks));
}

Result<std::vector<Call>> parse_actions(const std::vector<std::string>& texts) {
  std::vector<Call> actions;
  actions.reserve(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    Result<Call> call = parse_canonical_call(texts[i]);
    if (!call.ok()) return within("/actions/" + std::to_string(i), call.error());
    actions.push_back(std::move(call).value());
  }
  return actions;
}

void add_actions(JsonObject& object, const std::vector<Call>& actions) {
  std::vector<std::string> texts(actions.size());
  std::ranges::transform(actions, texts.begin(), canonical_text);
  object.raw("actions", json_text_array(texts));
}

// The numbers of the marks, one for each action or none.
static std::vector<int> read_numbers(MessageFields& fields, std::size_t actions) {
  std::vector<int> numbers;
  if (!fields.has("/numbers") || fields.size("/numbers") == 0) return numbers;
  if (fields.size("/numbers") != actions) fields.fail("/numbers", "a number for each action");
  int least = 1;
  for (std::size_t i = 0; i < actions && fields.failure().empty(); ++i) {
    least = static_cast<int>(fields.integer("/numbers/" + std::to_string(i), least,
                                            static_cast<int>(kMaxActions) + 1)) +
            1;
    numbers.push_back(least - 1);
  }
  return numbers;
}

Warning text_cut_warning() {
  return {"text_cut", "type(): the text is longer than the canvas is high; its end was not drawn"};
}

Result<CaptureRequest> parse_capture_request(std::string_view text) {
  Result<MessageFields> parsed = MessageFields::parse(text);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  fields.protocol(kCapturerProtocol);
  CaptureRequest request;
  request.options = read_picture_options(fields);
  request.options.display = fields.text("/display", "");
  request.options.monitor = fields.text("/monitor", "all");
  const std::vector<std::string> actions = fields.texts("/actions", kMaxActions);
  request.rules = read_action_rules(fields);
  request.numbers = read_numbers(fields, actions.size());
  request.picture = fields.boolean("/picture", true);
  request.known_sha256 = fields.text("/known_sha256", "");
  if (!fields.failure().empty()) return Error{fields.failure()};
  Result<std::vector<Call>> calls = parse_actions(actions);
  if (!calls.ok()) return calls.error();
  request.actions = std::move(calls).value();
  return request;
}

Result<CaptureReply> parse_capture_reply(std::string_view text) {
  Result<MessageFields> parsed = MessageFields::parse(text);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  fields.protocol(kCapturerProtocol);
  CaptureReply reply;
  const std::string_view picture = fields.token("/screenshot_b64", kMaxMessage);
  reply.screenshot_b64 = picture.substr(1, picture.size() - 2);
  const std::size_t applied = fields.size("/applied");
  if (applied > kMaxActions) fields.fail("/applied", "a list of at most 20000");
  for (std::size_t i = 0; i < applied && fields.failure().empty(); ++i)
    reply.applied.push_back(fields.boolean("/applied/" + std::to_string(i)));
  reply.screen = read_screen(fields, "/screen");
  reply.renderer = static_cast<int>(fields.integer("/renderer", 0, INT32_MAX));
  reply.plain_sha256 = fields.text("/plain_sha256", "");
  reply.glyphs = fields.text("/glyphs", "");
  reply.tiles = fields.text("/tiles", "");
  reply.picture_known = fields.boolean("/picture_known", false);
  reply.found = read_found(fields);
  reply.warnings = read_warnings(fields, "/warnings");
  if (!fields.failure().empty()) return Error{fields.failure()};
  return reply;
}

std::string to_json(const CaptureRequest& request) {
  JsonObject object;
  object.text("protocol", kCapturerProtocol);
  object.number("turn", static_cast<long long>(request.options.turn));
  add_actions(object, request.actions);
  object.text("surface", request.options.surface);
  object.text("display", request.options.display);
  object.text("monitor", request.options.monitor);
  add_picture_options(object, request.options);
  add_action_rules(object, request.rules);
  if (!request.numbers.empty()) {
    std::vector<std::string> numbers;
    for (const int each : request.numbers) numbers.push_back(std::to_string(each));
    object.raw("numbers", json_array(numbers));
  }
  object.boolean("picture", request.picture);
  add_known_picture(object, request.options);
  if (!request.known_sha256.empty()) object.text("known_sha256", request.known_sha256);
  return object.finish();
}

std::string to_json(const CaptureReply& reply) {
  JsonObject object;
  object.text("protocol", kCapturerProtocol);
  // Base64 needs no escapes.
  object.raw("screenshot_b64", "\"" + reply.screenshot_b64 + "\"");
  std::vector<std::string> applied;
  for (const bool each : reply.applied) applied.emplace_back(each ? "true" : "false");
  object.raw("applied", json_array(applied));
  object.raw("screen", to_json(reply.screen));
  object.number("renderer", static_cast<long long>(reply.renderer));
  object.text("plain_sha256", reply.plain_sha256);
  if (!reply.glyphs.empty()) object.text("glyphs", reply.glyphs);
  if (!reply.tiles.empty()) object.text("tiles", reply.tiles);
  if (reply.picture_known) object.boolean("picture_known", true);
  add_found(object, reply.found);
  object.raw("warnings", to_json(reply.warnings));
  return object.finish();
}
}  // namespace franz
