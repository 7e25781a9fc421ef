#pragma once
// "Did you mean": the candidate closest to a misspelt name.
#include <span>
#include <string_view>

namespace franz {
// The candidate with the least cost, the first of equals; empty if none is close enough. Inserting,
// deleting or replacing a letter costs 2, changing its case costs 1; at most (both lengths + 3) / 3
// is accepted. Source: the behaviour of CPython's Python/suggestions.c.
std::string_view nearest_name(std::string_view name, std::span<const std::string_view> candidates);
}  // namespace franz
