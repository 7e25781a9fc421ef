#include "common/tools/suggestions.h"
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include "common/base/ascii.h"

namespace franz {
namespace {
constexpr std::size_t kMove = 2, kCaseChange = 1;
constexpr std::size_t kMaxLength = 40;  // longer names, after trimming, get no suggestion
}  // namespace

static std::size_t replacing(char a, char b) {
  if (a == b) return 0;
  return ascii_lower(a) == ascii_lower(b) ? kCaseChange : kMove;
}

// One row of the edit distance table at a time: row[j] is the cost from the current prefix of `a`
// to the first j letters of `b`.
static std::size_t edit_cost(std::string_view a, std::string_view b) {
  std::array<std::size_t, kMaxLength + 1> row{};
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j * kMove;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i * kMove;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + replacing(a[i - 1], b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + kMove, row[j - 1] + kMove});
    }
  }
  return row[b.size()];
}

static std::optional<std::size_t> cost_of(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty() && a.front() == b.front()) {
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    a.remove_suffix(1);
    b.remove_suffix(1);
  }
  if (a.empty() || b.empty()) return (a.size() + b.size()) * kMove;
  if (a.size() > kMaxLength || b.size() > kMaxLength) return std::nullopt;
  return edit_cost(a, b);
}

std::string_view nearest_name(std::string_view name, std::span<const std::string_view> candidates) {
  std::string_view nearest;
  std::optional<std::size_t> least;
  for (const std::string_view candidate : candidates) {
    const std::optional<std::size_t> cost = cost_of(name, candidate);
    if (!cost || *cost > (name.size() + candidate.size() + 3) * kMove / 6) continue;
    if (least && *cost >= *least) continue;
    least = cost;
    nearest = candidate;
  }
  return nearest;
}
}  // namespace franz
