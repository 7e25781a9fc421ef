#include "common/wire/api/model_list.h"
#include <algorithm>
#include "common/wire/message_fields.h"

namespace franz {
static constexpr std::size_t kMaxModels = 1000;  // more helps nobody who reads them

Result<std::vector<std::string>> parse_model_list(std::string_view body) {
  static const std::string kWhat = "the list of models";
  Result<MessageFields> parsed = MessageFields::parse(body, MessageFields::Duplicates::last_wins);
  if (!parsed.ok()) return within(kWhat, parsed.error());
  MessageFields& fields = parsed.value();
  const std::vector<std::string> keys = fields.keys("");
  if (std::find(keys.begin(), keys.end(), "data") == keys.end())
    return within(kWhat, Error{"/data: expected a list"});
  std::vector<std::string> models;
  const std::size_t count = std::min(fields.size("/data"), kMaxModels);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string id = "/data/" + std::to_string(i) + "/id";
    if (fields.is_text(id)) models.push_back(fields.text(id));
  }
  return models;
}
}  // namespace franz
