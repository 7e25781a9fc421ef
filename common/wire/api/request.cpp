#include "common/wire/api/request.h"
#include "common/base/json_values.h"
#include "common/wire/json_fields.h"

namespace franz {
Result<ExtraMembers> parse_extra(std::string_view json) {
  ExtraMembers members;
  if (json.find_first_not_of(" \t\r\n") == std::string_view::npos) return members;
  const Result<JsonFields> parsed = JsonFields::parse(json);
  if (!parsed.ok()) return within("extra", parsed.error());
  for (const std::string& key : parsed.value().keys("")) {
    if (key == "messages" || key == "stream" || key == "stream_options")
      return Error{"extra: \"" + key + "\" may not be set here: the loop depends on it"};
    members.emplace_back(key, parsed.value().raw("/" + pointer_segment(key)));
  }
  return members;
}
}  // namespace franz
