#include "common/settings/setting_json.h"
#include <algorithm>
#include "common/base/json.h"
#include "common/settings/kinds.h"

namespace franz {
using Kind = JsonDocument::Kind;

// By any API: another key says which one is used.
static bool is_reserved(std::string_view name) {
  return std::ranges::any_of(kApiKinds, [name](const ApiKind& api) {
    return std::ranges::find(api.reserved, name) != api.reserved.end();
  });
}

Status check_request_fields(std::string_view text) {
  const Result<JsonDocument> read = JsonDocument::read(text);
  if (!read.ok() || read.value().kind(JsonDocument::kRoot) != Kind::object)
    return Error{"is not a JSON object like {\"top_k\": 40}"};
  const JsonDocument& values = read.value();
  if (!values.duplicates().empty()) return Error{"has " + values.duplicates().front() + " twice"};
  for (const JsonDocument::Id member : values.children(JsonDocument::kRoot)) {
    const std::string name = values.key(member);
    if (is_reserved(name)) return Error{"has \"" + name + "\", which the loop depends on"};
  }
  return Done{};
}

Result<std::vector<std::string>> read_text_list(std::string_view text) {
  const Error refusal{"is not a JSON list of texts like [\"Paint\", \"Notes\"]"};
  const Result<JsonDocument> read = JsonDocument::read(text);
  if (!read.ok() || read.value().kind(JsonDocument::kRoot) != Kind::list) return refusal;
  const JsonDocument& values = read.value();
  std::vector<std::string> texts;
  for (const JsonDocument::Id each : values.children(JsonDocument::kRoot)) {
    if (values.kind(each) != Kind::text) return refusal;
    texts.push_back(values.text(each));
  }
  return texts;
}
}  // namespace franz
