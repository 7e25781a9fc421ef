#include "common/wire/capturer_messages.h"

namespace franz {
Result<CaptureRequest> parse_capture_request(std::string_view text) {
  Result<JsonFields> parsed = JsonFields::parse(text);
  if (!parsed.ok()) return parsed.error();
  JsonFields& fields = parsed.value();
  fields.protocol(kCapturerProtocol);
  CaptureRequest request;
  request.options = read_picture_options(fields);
  request.options.monitor = fields.text("/monitor", "all");
  request.actions = fields.texts("/actions", kMaxActions);
  if (!fields.failure().empty()) return Error{fields.failure()};
  return request;
}

Result<CaptureReply> parse_capture_reply(std::string_view text) {
  // The picture is base64: cut out, it is copied once and never scanned by the library.
  static constexpr std::string_view kPicture[] = {"/screenshot_b64"};
  const Result<CutJson> cut = cut_tokens(text, kPicture);
  if (!cut.ok()) return Error{"expected one JSON object: " + cut.error().message};
  Result<JsonFields> parsed = JsonFields::parse(cut.value().rest);
  if (!parsed.ok()) return parsed.error();
  JsonFields& fields = parsed.value();
  fields.protocol(kCapturerProtocol);
  CaptureReply reply;
  fields.text("/screenshot_b64");
  if (const auto token = cut.value().find(text, "/screenshot_b64"))
    reply.screenshot_b64 = token->substr(1, token->size() - 2);
  const std::size_t applied = fields.size("/applied");
  if (applied > kMaxActions) fields.fail("/applied", "a list of at most 20000");
  for (std::size_t i = 0; i < applied && fields.failure().empty(); ++i)
    reply.applied.push_back(fields.boolean("/applied/" + std::to_string(i)));
  reply.screen = read_screen(fields, "/screen");
  reply.renderer = static_cast<int>(fields.integer("/renderer", 0, INT32_MAX));
  reply.plain_sha256 = fields.text("/plain_sha256", "");
  reply.warnings = fields.texts("/warnings", 100);
  if (!fields.failure().empty()) return Error{fields.failure()};
  return reply;
}

std::string to_json(const CaptureRequest& request) {
  JsonObject object;
  object.text("protocol", kCapturerProtocol);
  object.number("turn", static_cast<long long>(request.options.turn));
  object.raw("actions", json_text_array(request.actions));
  object.text("surface", surface_name(request.options.surface));
  object.text("monitor", request.options.monitor);
  add_picture_options(object, request.options);
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
  object.raw("warnings", json_text_array(reply.warnings));
  return object.finish();
}
}  // namespace franz
