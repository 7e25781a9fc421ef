#pragma once
// What a model is told of an action that its format does not have.
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace franz::executor {
inline constexpr std::size_t kMaxNameShown = 60;  // bytes of an unknown name that an answer repeats

// `there is no action "clik"; did you mean click? The actions are: click, drag`; `name` is cut.
std::string unknown_action(std::string_view name, std::span<const std::string_view> names);

// The same by the rows of a table, which have a `name`.
template <class Rows>
std::string unknown_action_of(const Rows& rows, std::string_view name) {
  std::vector<std::string_view> names;
  for (const auto& row : rows) names.push_back(row.name);
  return unknown_action(name, names);
}
}  // namespace franz::executor
