#pragma once
// A JSON object as text that is not changed any more: copies share its bytes, and what was read of
// it.
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
  SharedJson() = default;  // "null": there is none
  SharedJson(std::string text);
  SharedJson(const char* text) : SharedJson(std::string(text)) {}

  const std::string& str() const;
  operator const std::string&() const { return str(); }
  std::size_t size() const { return str().size(); }

  // As MessageFields::parse() has it, but read once for all copies, by the first who asks. It
  // points into the text, which this or a copy of it must keep. From any thread.
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
