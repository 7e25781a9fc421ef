#pragma once
// A number with its noun: "1 turn", "7 turns".
#include <concepts>
#include <string>
#include <string_view>

namespace franz {
// `one` and `many`: the singular and the plural.
template <std::integral Number>
std::string count_text(Number number, std::string_view one, std::string_view many) {
  return std::to_string(number) + " " + std::string(number == 1 ? one : many);
}

// For a noun whose plural adds an s.
template <std::integral Number>
std::string count_text(Number number, std::string_view thing) {
  return count_text(number, thing, std::string(thing) + "s");
}
}  // namespace franz
