#include "common/formats/uitars/boxed_places.h"
#include <algorithm>
#include <array>
#include <cstddef>
#include "common/base/ascii.h"

namespace franz {
static constexpr std::string_view kBox = "_box=";
static constexpr std::array<std::string_view, 2> kSides = {"start", "end"};
static constexpr std::string_view kBoxBegin = "<|box_start|>", kBoxEnd = "<|box_end|>";
// An apostrophe, plain and as encoders escape it; a double quote inside a token is escaped.
static constexpr std::array<std::string_view, 4> kQuotes = {"'", "\\u0027", "\\\"", "\\u0022"};

// The quote at the beginning of `text`; empty: none.
static std::string_view quote_at(std::string_view text) {
  for (const std::string_view quote : kQuotes)
    if (equal_ignoring_case(text.substr(0, quote.size()), quote))
      return text.substr(0, quote.size());
  return {};
}

std::string with_boxed_places(const std::string& whole) {
  const std::string_view token = whole;
  std::string boxed;
  std::size_t copied = 0;
  const auto copy_to = [&](std::size_t end) {
    boxed += token.substr(copied, end - copied);
    copied = end;
  };
  for (std::size_t at = token.find(kBox); at != token.npos; at = token.find(kBox, at + 1)) {
    const bool is_place = std::ranges::any_of(
        kSides, [&](std::string_view side) { return token.substr(0, at).ends_with(side); });
    const std::size_t value = at + kBox.size();
    const std::string_view quote = quote_at(token.substr(value));
    const std::size_t open = value + quote.size();
    if (!is_place || quote.empty() || open >= token.size() || token[open] != '(') continue;
    const std::size_t close = token.find_first_not_of("0123456789,.- ", open + 1);
    if (close == token.npos || close == open + 1 || token[close] != ')' ||
        quote_at(token.substr(close + 1)) != quote)
      continue;
    copy_to(open);
    boxed += kBoxBegin;
    copy_to(close + 1);
    boxed += kBoxEnd;
  }
  copy_to(token.size());
  return boxed;
}
}  // namespace franz
