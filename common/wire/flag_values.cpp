#include "common/wire/flag_values.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/wire/message_fields.h"

namespace franz {
std::string to_json(const std::vector<FlagValue>& flags) {
  std::vector<std::string> all;
  for (const FlagValue& flag : flags) {
    JsonObject object;
    object.text("flag", flag.flag).text("section", flag.section).text("key", flag.key);
    object.text("value", flag.value);
    if (flag.yields) object.boolean("yields", true);
    all.push_back(object.finish());
  }
  return json_array(all);
}

Result<std::vector<FlagValue>> parse_flag_values(std::string_view json) {
  // The reader wants an object.
  Result<MessageFields> parsed = MessageFields::parse(JsonObject().raw("flags", json).finish());
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  std::vector<FlagValue> flags;
  for (std::size_t i = 0; i < fields.size("/flags"); ++i) {
    const std::string at = "/flags/" + std::to_string(i);
    flags.push_back({fields.text(at + "/flag"), fields.text(at + "/section"),
                     fields.text(at + "/key"), fields.text(at + "/value"),
                     fields.boolean(at + "/yields", false)});
  }
  if (!fields.failure().empty()) return Error{fields.failure()};
  return flags;
}
}  // namespace franz
