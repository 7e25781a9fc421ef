#pragma once
// The rows of `./test --bench`: each a ratio of two things measured side by side, one pair per
// round.
#include <functional>
#include <string>
#include <vector>

namespace franz {
// The quantile `share` (0..1) of `values`, in any order; 0 for none.
double quantile(std::vector<double> values, double share);

struct BenchRow {
  std::string part;            // its heading in the table
  std::string name;            // what is compared: "a turn of 8 drags, 512x288: wait"
  std::string against;         // the divisor of our time: "haproxy"
  std::vector<double> ratios;  // one per round; under 1: ours is less
  std::string detail;          // both values, with units
};

// A line of JSON on standard output: {"part","name","against","ratio","low","high","detail"}; the
// median, and the first and last decile of the rounds.
void print_row(const BenchRow& row);

// "1.234", with three significant decimals.
std::string three_digits(double value);

// Ends the program with exit code 1 and the reason.
[[noreturn]] void give_up(const std::string& why);

// Calls each of `contestants` once per round, each round in another order, so that other load
// affects all equally; the first round, which warms caches, is not kept.
// Returns their results: a row for each contestant, a column for each round.
std::vector<std::vector<double>> measure_in_turn(
    const std::vector<std::function<double()>>& contestants, int rounds);

// The ratio of each round: ours divided by the other's.
std::vector<double> ratios_of(const std::vector<double>& ours, const std::vector<double>& others);
}  // namespace franz
