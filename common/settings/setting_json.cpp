#include "common/settings/setting_json.h"
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace franz {
static constexpr int kMaxDepth = 32;  // whoever merges or prints the value may recurse

// Each has a key of its own in config.ini or belongs to the request's shape.
static constexpr std::array kOwnFields = {"messages",    "model", "stream",     "stream_options",
                                          "temperature", "top_p", "max_tokens", "seed",
                                          "tools",       "n"};

static bool nested_too_deep(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string && c == '\\') {
      ++i;
    } else if (c == '"') {
      in_string = !in_string;
    } else if (!in_string && (c == '{' || c == '[')) {
      if (++depth > kMaxDepth) return true;
    } else if (!in_string && (c == '}' || c == ']')) {
      --depth;
    }
  }
  return false;
}

static nlohmann::json parse(std::string_view text) {
  if (nested_too_deep(text)) return nlohmann::json::value_t::discarded;
  return nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
}

Status check_request_fields(std::string_view text) {
  const nlohmann::json object = parse(text);
  if (!object.is_object()) return Error{"is not a JSON object like {\"top_k\": 40}"};
  for (const auto& [name, value] : object.items()) {
    if (std::ranges::find(kOwnFields, name) != kOwnFields.end()) {
      return Error{"has \"" + name + "\", which is not an extra field"};
    }
  }
  return Done{};
}

Result<std::vector<std::string>> read_text_list(std::string_view text) {
  const nlohmann::json list = parse(text);
  std::vector<std::string> texts;
  const Error refusal{"is not a JSON list of texts like [\"Paint\", \"Notes\"]"};
  if (!list.is_array()) return refusal;
  for (const nlohmann::json& each : list) {
    if (!each.is_string()) return refusal;
    texts.push_back(each.get<std::string>());
  }
  return texts;
}
}  // namespace franz
