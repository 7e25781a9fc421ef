#include "proxy/offline/score/statistics.h"
#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <random>

namespace franz::proxy {
static constexpr double kZ = 1.959964;  // the normal distribution's 97.5th percentile
static constexpr double kDecimals = 1e6;
// The number of means that the interval leaves out at each end: 2.5 %.
static constexpr std::size_t kLeftOut = static_cast<std::size_t>(kResamples) / 40;

double mean_of(std::span<const double> values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double deviation_of(std::span<const double> values) {
  if (values.size() < 2) return 0;
  const double mean = mean_of(values);
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size()));
}

std::uint64_t seed_of(std::string_view sha256) {
  std::uint64_t seed = 0;
  const std::string_view digits = sha256.substr(0, 16);
  std::from_chars(digits.data(), digits.data() + digits.size(), seed, 16);
  return seed;
}

std::optional<Interval> bootstrap_interval(std::span<const double> values, std::uint64_t seed) {
  if (values.size() < kLeastTasks) return std::nullopt;
  std::mt19937_64 generator(seed);
  std::vector<double> means;
  means.reserve(kResamples);
  for (int i = 0; i < kResamples; ++i) {
    double sum = 0;
    // The distributions of <random> differ between libraries, the generators do not.
    for (std::size_t drawn = 0; drawn < values.size(); ++drawn)
      sum += values[((generator() >> 32U) * values.size()) >> 32U];
    means.push_back(sum / static_cast<double>(values.size()));
  }
  std::ranges::sort(means);
  return Interval{means[kLeftOut], means[means.size() - 1 - kLeftOut]};
}

std::optional<Interval> wilson_interval(std::size_t successes, std::size_t trials) {
  if (trials == 0) return std::nullopt;
  const auto count = static_cast<double>(trials);
  const double rate = static_cast<double>(successes) / count;
  const double middle = rate + kZ * kZ / (2 * count);
  const double half = kZ * std::sqrt(rate * (1 - rate) / count + kZ * kZ / (4 * count * count));
  const double whole = 1 + kZ * kZ / count;
  return Interval{std::max(0.0, (middle - half) / whole), std::min(1.0, (middle + half) / whole)};
}

double rounded(double value) { return std::round(value * kDecimals) / kDecimals; }
}  // namespace franz::proxy
