#include "common/wire/raw_json.h"
#include <array>
#include <charconv>
#include "common/base/json_string.h"

namespace franz {
void JsonObject::add_key(std::string_view key) {
  if (!text_.ends_with('{')) text_ += ',';
  text_ += quote_json(key);
  text_ += ':';
}

JsonObject& JsonObject::raw(std::string_view key, std::string_view json) {
  add_key(key);
  text_ += json;
  return *this;
}

JsonObject& JsonObject::open(std::string_view key) {
  add_key(key);
  text_ += '{';
  return *this;
}

JsonObject& JsonObject::close() {
  text_ += '}';
  return *this;
}

JsonObject& JsonObject::text(std::string_view key, std::string_view utf8) {
  return raw(key, quote_json(utf8));
}

JsonObject& JsonObject::text_or_null(std::string_view key, const std::optional<std::string>& utf8) {
  return utf8 ? text(key, *utf8) : null(key);
}

JsonObject& JsonObject::number(std::string_view key, long long value) {
  return raw(key, std::to_string(value));
}

JsonObject& JsonObject::number(std::string_view key, double value) {
  return raw(key, json_number(value));
}

JsonObject& JsonObject::boolean(std::string_view key, bool value) {
  return raw(key, value ? "true" : "false");
}

JsonObject& JsonObject::null(std::string_view key) { return raw(key, "null"); }

std::string json_array(std::span<const std::string> values) {
  std::string text = "[";
  for (const std::string& value : values) {
    if (text.size() > 1) text += ',';
    text += value;
  }
  return text + "]";
}

std::string json_text_array(std::span<const std::string> texts) {
  std::string list = "[";
  for (const std::string& text : texts) {
    if (list.size() > 1) list += ',';
    list += quote_json(text);
  }
  return list + "]";
}

std::string json_number(double value) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return {digits.data(), end};
}
}  // namespace franz
