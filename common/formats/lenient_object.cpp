#include "common/formats/lenient_object.h"
#include <string>
#include "common/base/ascii.h"
#include "common/base/json.h"

namespace franz {
std::optional<Literal> read_object(std::string_view text, std::vector<std::string_view>& forms) {
  JsonStop stop;
  const Result<JsonDocument> json = JsonDocument::read(text, &stop);
  // It is unknown which value of a duplicate member is meant.
  if (json.ok() && !json.value().duplicates().empty()) return std::nullopt;
  if (json.ok()) return literal_of(json.value(), JsonDocument::kRoot);
  if (const auto read = read_literal(text, 0)) {
    const std::string_view taken = trimmed(text.substr(0, read->end));
    if (!JsonDocument::read(taken).ok()) forms.emplace_back("python_literals");
    return read->value;
  }
  using Expected = JsonStop::Expected;
  const bool cut = stop.at >= trimmed(text).size() && !stop.open.empty() &&
                   stop.expected == Expected::comma_or_end;
  if (!cut) return std::nullopt;
  const std::string closed = std::string(text) + stop.open;
  const Result<JsonDocument> again = JsonDocument::read(closed);
  if (!again.ok()) return std::nullopt;
  forms.emplace_back("unclosed_json");
  return literal_of(again.value(), JsonDocument::kRoot);
}
}  // namespace franz
