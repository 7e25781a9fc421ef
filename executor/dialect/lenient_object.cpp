#include "executor/dialect/lenient_object.h"
#include <string>
#include "common/base/ascii.h"
#include "common/base/json_values.h"

namespace franz::executor {
std::optional<Literal> read_object(std::string_view text, std::vector<std::string_view>& forms) {
  JsonValues::Stop stop;
  const Result<JsonValues> json = JsonValues::read(text, &stop);
  if (json.ok()) return literal_of(json.value(), JsonValues::kRoot);
  if (const auto read = read_literal(text, 0)) {
    const std::string_view taken = trimmed(text.substr(0, read->end));
    if (!JsonValues::read(taken).ok()) forms.emplace_back("python_literals");
    return read->value;
  }
  using Expected = JsonValues::Stop::Expected;
  const bool cut = stop.at >= trimmed(text).size() && !stop.open.empty() &&
                   stop.expected == Expected::comma_or_end;
  if (!cut) return std::nullopt;
  const std::string closed = std::string(text) + stop.open;
  const Result<JsonValues> again = JsonValues::read(closed);
  if (!again.ok()) return std::nullopt;
  forms.emplace_back("unclosed_json");
  return literal_of(again.value(), JsonValues::kRoot);
}
}  // namespace franz::executor
