#include "common/base/json_in_text.h"
#include "common/base/ascii.h"
#include "common/base/json.h"
#include "common/base/json_string.h"

namespace franz {
std::optional<std::string> json_in_text(std::string_view text) {
  const std::string_view value = trimmed(text);
  if (value == "True") return "true";
  if (value == "False") return "false";
  const Result<JsonDocument> read = JsonDocument::read(value);
  if (!read.ok()) return std::nullopt;
  switch (read.value().kind(JsonDocument::kRoot)) {
    case JsonDocument::Kind::boolean:
    case JsonDocument::Kind::number:
    case JsonDocument::Kind::list:
    case JsonDocument::Kind::object: return std::string(value);
    case JsonDocument::Kind::null:
    case JsonDocument::Kind::text: break;
  }
  return std::nullopt;
}

std::optional<std::string> object_in(std::string_view value) {
  const std::string object =
      value.starts_with('"') ? decode_json_string(value) : std::string(value);
  if (value.starts_with('"') && trimmed(object).empty()) return "{}";
  const Result<JsonDocument> read = JsonDocument::read(object);
  if (!read.ok() || !read.value().is(JsonDocument::kRoot, JsonDocument::Kind::object))
    return std::nullopt;
  return object;
}
}  // namespace franz
