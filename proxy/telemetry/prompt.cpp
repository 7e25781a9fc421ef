#include "proxy/telemetry/prompt.h"
#include <vector>
#include "common/base/json.h"
#include "common/base/json_string.h"

namespace franz::proxy {
static std::string text_of_view(std::string_view token) {
  return token.starts_with('"') ? decode_json_string(token) : std::string(token);
}

static std::string sent_part_json(const SentPart& part) {
  JsonObject object;
  switch (part.kind) {
    case Part::Kind::text:
      return object.text("type", "text").text("content", text_of_view(part.token)).finish();
    case Part::Kind::picture: return object.text("type", "image").boolean("omitted", true).finish();
    case Part::Kind::call:
      object.text("type", "tool_call").text("id", text_of_view(part.id));
      object.text("name", text_of_view(part.name));
      return object.text("arguments", text_of_view(part.token)).finish();
    case Part::Kind::answer:
      object.text("type", "tool_call_response").text("id", text_of_view(part.id));
      return object.text("response", text_of_view(part.token)).finish();
  }
  return "{}";
}

std::string input_messages_json(const RequestView& request) {
  std::vector<std::string> messages;
  for (const RequestView::Message& message : request.messages) {
    std::vector<std::string> parts;
    for (const SentPart& part : message.parts) parts.push_back(sent_part_json(part));
    messages.push_back(
        JsonObject().text("role", message.role).raw("parts", json_array(parts)).finish());
  }
  return json_array(messages);
}
}  // namespace franz::proxy
