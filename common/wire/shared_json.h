#pragma once
// An immutable JSON object as text: copies share its bytes and the parsed fields.
#include <concepts>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "common/wire/message_fields.h"

namespace franz {
class SharedJson {
 public:
  SharedJson() = default;  // "null": no object
  SharedJson(std::string text);
  SharedJson(const char* text) : SharedJson(std::string(text)) {}

  const std::string& str() const;
  operator const std::string&() const { return str(); }
  std::size_t size() const { return str().size(); }

  // As MessageFields::parse(), but parsed once for all copies, on first use. The result refers to
  // the text, so this object or a copy must be kept. Thread-safe.
  Result<MessageFields> fields() const&;
  Result<MessageFields> fields() const&& = delete;

  template <std::convertible_to<std::string_view> Text>
  friend bool operator==(const SharedJson& left, const Text& right) {
    return left.str() == std::string_view(right);
  }
  friend bool operator==(const SharedJson& left, const SharedJson& right) {
    return left.content_ == right.content_ || left.str() == right.str();
  }

 private:
  struct Content;
  std::shared_ptr<Content> content_;  // null: "null"
};
}  // namespace franz
