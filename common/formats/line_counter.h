#pragma once
// Counts lines: returns the line of a position in a text.
#include <algorithm>
#include <cstddef>
#include <string_view>

namespace franz {
class LineCounter {
 public:
  explicit LineCounter(std::string_view text) : text_(text) {}

  // From 1. `at`: in the text, not before the previous query.
  int of(std::size_t at) {
    line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_),
                                         text_.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    counted_ = at;
    return line_;
  }

 private:
  std::string_view text_;
  std::size_t counted_ = 0;
  int line_ = 1;
};
}  // namespace franz
