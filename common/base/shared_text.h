#pragma once
// An immutable text; copies share its bytes.
#include <concepts>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace franz {
class SharedText {
 public:
  SharedText() = default;  // ""
  SharedText(std::string text) : text_(std::make_shared<const std::string>(std::move(text))) {}
  SharedText(const char* text) : SharedText(std::string(text)) {}

  const std::string& str() const {
    static const std::string kEmpty;
    return text_ ? *text_ : kEmpty;
  }
  operator const std::string&() const { return str(); }
  std::size_t size() const { return str().size(); }

  template <std::convertible_to<std::string_view> Text>
  friend bool operator==(const SharedText& left, const Text& right) {
    return left.str() == std::string_view(right);
  }
  friend bool operator==(const SharedText& left, const SharedText& right) {
    return left.text_ == right.text_ || left.str() == right.str();
  }

 private:
  std::shared_ptr<const std::string> text_;  // null: ""
};
}  // namespace franz
