#include "common/settings/setting_json.h"
#include <algorithm>
#include <array>
#include "common/base/json_values.h"

namespace franz {
using Kind = JsonValues::Kind;

// Each has a key of its own in config.ini or belongs to the request's shape.
static constexpr std::array kOwnFields = {"messages",    "model", "stream",     "stream_options",
                                          "temperature", "top_p", "max_tokens", "seed",
                                          "tools",       "n"};

Status check_request_fields(std::string_view text) {
  const Result<JsonValues> read = JsonValues::read(text);
  if (!read.ok() || read.value().kind(JsonValues::kRoot) != Kind::object)
    return Error{"is not a JSON object like {\"top_k\": 40}"};
  const JsonValues& values = read.value();
  if (!values.duplicates().empty()) return Error{"has " + values.duplicates().front() + " twice"};
  for (const JsonValues::Id member : values.children(JsonValues::kRoot)) {
    const std::string name = values.key(member);
    if (std::ranges::find(kOwnFields, name) != kOwnFields.end())
      return Error{"has \"" + name + "\", which is not an extra field"};
  }
  return Done{};
}

Result<std::vector<std::string>> read_text_list(std::string_view text) {
  const Error refusal{"is not a JSON list of texts like [\"Paint\", \"Notes\"]"};
  const Result<JsonValues> read = JsonValues::read(text);
  if (!read.ok() || read.value().kind(JsonValues::kRoot) != Kind::list) return refusal;
  const JsonValues& values = read.value();
  std::vector<std::string> texts;
  for (const JsonValues::Id each : values.children(JsonValues::kRoot)) {
    if (values.kind(each) != Kind::text) return refusal;
    texts.push_back(values.text(each));
  }
  return texts;
}
}  // namespace franz
