#include "common/wire/refusal.h"
#include "common/base/json.h"
#include "common/base/utf8.h"
#include "common/wire/message_fields.h"

namespace franz {
std::string refusal_json(std::string_view protocol, std::string_view why) {
  JsonObject object;
  object.text("protocol", protocol).text("refused", to_valid_utf8(why));
  return std::move(object).finish();
}

std::optional<std::string> refusal_in(std::string_view answer) {
  Result<MessageFields> fields = MessageFields::parse(answer);
  if (!fields.ok() || !fields.value().is_text("/refused")) return std::nullopt;
  return fields.value().text("/refused");
}
}  // namespace franz
