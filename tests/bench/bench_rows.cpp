#include "tests/bench/bench_rows.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include "common/base/json_string.h"

namespace franz {
double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const double place = share * static_cast<double>(values.size() - 1);
  return values[static_cast<std::size_t>(std::lround(place))];
}

std::string three_digits(double value) {
  const double size = std::abs(value);
  const int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

void print_row(const BenchRow& row) {
  std::printf(
      "{\"part\":%s,\"name\":%s,\"against\":%s,\"ratio\":%.4f,\"low\":%.4f,\"high\":%.4f,"
      "\"detail\":%s}\n",
      quote_json(row.part).c_str(), quote_json(row.name).c_str(), quote_json(row.against).c_str(),
      quantile(row.ratios, 0.5), quantile(row.ratios, 0.1), quantile(row.ratios, 0.9),
      quote_json(row.detail).c_str());
  std::fflush(stdout);
}

void give_up(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::exit(1);
}

std::vector<std::vector<double>> measure_in_turn(
    const std::vector<std::function<double()>>& contestants, int rounds) {
  std::vector<std::vector<double>> all(contestants.size());
  for (std::size_t round = 0; round <= static_cast<std::size_t>(rounds); ++round)
    for (std::size_t i = 0; i < contestants.size(); ++i) {
      const std::size_t which = (i + round) % contestants.size();
      const double value = contestants[which]();
      if (round > 0) all[which].push_back(value);
    }
  return all;
}

std::vector<double> ratios_of(const std::vector<double>& ours, const std::vector<double>& others) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < ours.size() && i < others.size(); ++i)
    ratios.push_back(ours[i] / others[i]);
  return ratios;
}
}  // namespace franz
