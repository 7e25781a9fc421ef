#pragma once
// What is remembered by turn is so of the turns about the present one only.
#include <cstdlib>
#include <map>

namespace franz::proxy {
// Erases the turns that are more than `distance` before `turn` or behind it.
template <class Value>
void forget_far_turns(std::map<int, Value>& by_turn, int turn, int distance) {
  std::erase_if(by_turn, [=](const auto& each) { return std::abs(each.first - turn) > distance; });
}
}  // namespace franz::proxy
