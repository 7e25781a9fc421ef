#pragma once
// Shared by the reductions of resize.h.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <vector>

namespace franz::capturer {
// One axis, with both lengths divided by their greatest common divisor: source pixel i covers
// [i * to, (i + 1) * to), picture pixel j covers [j * from, (j + 1) * from), in the same steps.
struct Axis {
  std::int64_t from, to;

  Axis(int source, int target)
      : from(source / std::gcd(source, target)), to(target / std::gcd(source, target)) {}
  int first(int j) const { return static_cast<int>(j * from / to); }
  int last(int j) const { return static_cast<int>(((j + 1) * from - 1) / to); }
  std::uint32_t weight(int i, int j) const {
    return static_cast<std::uint32_t>(std::min((i + 1) * to, (j + 1) * from) -
                                      std::max(i * to, j * from));
  }
};

// Rounds sum / area to the nearest integer, halves up, for sums up to 255 * area.
class Mean {
 public:
  // With d = 2 * area and k = N + bits of d, floor(n / d) is n * ceil(2^k / d) >> k for all
  // n < 2^N. Source: Granlund and Montgomery, Division by Invariant Integers (1994), theorem 4.2.
  explicit Mean(std::uint64_t area) : area_(std::max<std::uint64_t>(area, 1)) {
    const std::uint64_t divisor = 2 * area_;
    const auto bits = static_cast<int>(std::bit_width(511 * area_));
    const int shift = bits + static_cast<int>(std::bit_width(divisor));
    if (bits > 31) return;  // the product would overflow; division is used instead
    shift_ = shift;
    factor_ = ((std::uint64_t{1} << shift) + divisor - 1) / divisor;
  }
  std::uint8_t of(std::uint64_t sum) const {
    const std::uint64_t dividend = 2 * sum + area_;
    return static_cast<std::uint8_t>(factor_ != 0 ? (dividend * factor_) >> shift_
                                                  : dividend / (2 * area_));
  }

 private:
  std::uint64_t area_, factor_ = 0;
  int shift_ = 0;
};

// The columns that a picture pixel covers, the same in all rows.
struct Columns {
  int first, last;
  std::uint32_t first_weight, middle_weight, last_weight;
};

inline std::vector<Columns> share_columns(const Axis& axis, int width) {
  std::vector<Columns> all;
  all.reserve(static_cast<std::size_t>(width));
  for (int x = 0; x < width; ++x) {
    const int first = axis.first(x), last = axis.last(x);
    all.push_back({first, last, axis.weight(first, x), static_cast<std::uint32_t>(axis.to),
                   axis.weight(last, x)});
  }
  return all;
}

// Usual ratios have small terms (1920 to 512 is 15 to 4). Their sums, 255 times the weights, are
// short and faster to add.
inline bool has_short_sums(const Axis& across, const Axis& down) {
  constexpr std::int64_t kShort = 65535 / 255, kLong = 0xFFFFFFFF / 255;
  return down.from <= kShort && across.from * down.from <= kLong;
}
}  // namespace franz::capturer
