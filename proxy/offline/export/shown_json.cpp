#include "proxy/offline/export/shown_json.h"
#include "common/base/json_string.h"
#include "common/wire/message_fields.h"

namespace franz::proxy {
static constexpr std::size_t kMaxFields = 100;
static constexpr int kDeepest = 4;  // nested objects that become their own rows

// False: there are more than are shown.
static bool add_fields(MessageFields& json, const std::string& pointer, const std::string& path,
                       int depth, std::vector<ShownFact>& fields) {
  for (const std::string& key : json.keys(pointer)) {
    const std::string at = pointer + "/" + pointer_segment(key);
    if (json.is_object(at) && depth < kDeepest && json.size(at) > 0) {
      if (!add_fields(json, at, path + key + ".", depth + 1, fields)) return false;
      continue;
    }
    if (fields.size() == kMaxFields) return false;
    // Show a text unquoted, unless it would be invisible.
    const std::string text = json.is_text(at) ? json.text(at) : "";
    fields.push_back({path + key, text.empty() ? json.raw(at) : text});
  }
  return true;
}

ShownJson shown_json(const std::string& json) {
  ShownJson shown;
  Result<MessageFields> parsed = MessageFields::parse(json, MessageFields::Duplicates::last_wins);
  if (parsed.ok() && add_fields(parsed.value(), "", "", 1, shown.fields)) {
    if (!shown.fields.empty()) return shown;
  }
  shown.fields.clear();
  shown.text.text = json;
  return shown;
}
}  // namespace franz::proxy
