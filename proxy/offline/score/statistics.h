#pragma once
// Intervals of scores. Every digit can be computed again from a bundle: the generator, its seed and
// the order of the sums are fixed. Pure.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace franz::proxy {
inline constexpr int kResamples = 10'000;
// With fewer tasks an interval from resampling them is too narrow to be claimed.
inline constexpr std::size_t kLeastTasks = 8;

struct Interval {
  double low = 0, high = 0;
  friend bool operator==(const Interval&, const Interval&) = default;
};

// 0 for an empty list.
double mean_of(std::span<const double> values);
// The standard deviation of the values themselves (divided by their number); 0 for fewer than two.
double deviation_of(std::span<const double> values);

// The seed for a digest of 64 hexadecimal digits: its first 16 digits as a number.
std::uint64_t seed_of(std::string_view sha256);

// The percentile bootstrap's 95 % interval of the mean of `values`, one per task (Efron and
// Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13): kResamples times as many values
// are drawn with replacement as there are, and their mean is taken; the interval ends at the 251st
// smallest and the 251st largest mean. The generator is the 64-bit Mersenne Twister (C++'s
// std::mt19937_64) with `seed`; a draw is the value at index floor((x >> 32) * n / 2^32). Nothing:
// fewer than kLeastTasks values.
std::optional<Interval> bootstrap_interval(std::span<const double> values, std::uint64_t seed);

// Wilson's 95 % interval of a rate (E. B. Wilson, JASA 22, 1927), z = 1.959964, for one task in one
// arm. Nothing: `trials` is 0.
std::optional<Interval> wilson_interval(std::size_t successes, std::size_t trials);

// To six decimals, as tables store it.
double rounded(double value);
}  // namespace franz::proxy
