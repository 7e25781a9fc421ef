#pragma once
// "Did you mean": the candidate nearest to a misspelt name.
#include <span>
#include <string_view>

namespace franz {
// The candidate at the least cost, the first of equals; empty when none is near enough. Letters
// that are inserted, deleted or replaced cost 2, one that changes only its case costs 1; at most
// (both lengths + 3) / 3 is accepted. Source: CPython's Python/suggestions.c, by its behaviour.
std::string_view nearest_name(std::string_view name, std::span<const std::string_view> candidates);
}  // namespace franz
