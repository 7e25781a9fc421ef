#pragma once
// JSON written by splicing: what is JSON already, a story's token above all, goes into the message
// as the same bytes.
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include "common/wire/limits.h"

namespace franz {
// Builds an object from members that are JSON already, in the order of the calls.
class JsonObject {
 public:
  JsonObject& raw(std::string_view key, std::string_view json);  // any JSON value, as it is
  JsonObject& text(std::string_view key, std::string_view utf8);
  JsonObject& text_or_null(std::string_view key, const std::optional<std::string>& utf8);
  JsonObject& number(std::string_view key, long long value);
  JsonObject& number(std::string_view key, double value);  // finite; the shortest exact digits
  JsonObject& boolean(std::string_view key, bool value);
  JsonObject& null(std::string_view key);
  // An object in this one: what is added up to close() belongs to it. Nothing is copied, as it
  // would be out of an object of its own.
  JsonObject& open(std::string_view key);
  JsonObject& close();
  void reserve(std::size_t bytes) { text_.reserve(bytes); }

  std::string finish() const& { return text_ + "}"; }
  std::string finish() && {
    text_ += '}';
    return std::move(text_);
  }

 private:
  void add_key(std::string_view key);

  std::string text_ = "{";
};

// [a,b,c] of JSON values; and of texts, quoted.
std::string json_array(std::span<const std::string> values);
std::string json_text_array(std::span<const std::string> texts);

// The shortest digits that read back as the same finite number: 0.7, 900, 1e-05.
std::string json_number(double value);
}  // namespace franz
