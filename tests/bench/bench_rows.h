#pragma once
// The rows of `./test --bench`: each a ratio of two things measured side by side, one pair a round.
#include <functional>
#include <string>
#include <vector>

namespace franz {
// The value below which `share` (0..1) of `values` lie, in any order; 0 for none.
double quantile(std::vector<double> values, double share);

struct BenchRow {
  std::string part;            // the table's heading that it stands under
  std::string name;            // what is compared: "a turn of 8 drags, 512x288: wait"
  std::string against;         // what our time is divided by: "haproxy"
  std::vector<double> ratios;  // one a round; under 1: ours is less
  std::string detail;          // both, in their unit
};

// A line of JSON on standard output: {"part","name","against","ratio","low","high","detail"}; the
// median, and where a tenth and nine tenths of the rounds lie.
void print_row(const BenchRow& row);

// "1.234", with three digits that count.
std::string three_digits(double value);

// Ends the program with exit code 1, and says why.
[[noreturn]] void give_up(const std::string& why);

// Calls each of `contestants` once a round, a round in another order than the one before, so that
// what else the machine does falls on all alike; the first round, which warms caches, is not kept.
// Returns what they returned: a row for each contestant, a column for each round.
std::vector<std::vector<double>> measure_in_turn(
    const std::vector<std::function<double()>>& contestants, int rounds);

// The ratio of each round: ours over the other's.
std::vector<double> ratios_of(const std::vector<double>& ours, const std::vector<double>& others);
}  // namespace franz
