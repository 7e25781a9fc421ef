#pragma once
// The names in a table of kinds, in its order: the choices of a setting or a message's member.
#include <string>
#include <vector>

namespace franz {
template <typename Rows>
std::vector<std::string> names_of(const Rows& rows) {
  std::vector<std::string> names;
  names.reserve(rows.size());
  for (const auto& row : rows) names.emplace_back(row.name);
  return names;
}
}  // namespace franz
