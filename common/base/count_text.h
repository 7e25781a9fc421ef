#pragma once
// A number with what it counts: "1 turn", "7 turns".
#include <concepts>
#include <string>
#include <string_view>

namespace franz {
// `one` and `many`: the words after the number.
template <std::integral Number>
std::string count_text(Number number, std::string_view one, std::string_view many) {
  return std::to_string(number) + " " + std::string(number == 1 ? one : many);
}

// Of a word that takes an s.
template <std::integral Number>
std::string count_text(Number number, std::string_view thing) {
  return count_text(number, thing, std::string(thing) + "s");
}
}  // namespace franz
