#pragma once
// The table of a score, computed from a ledger's results, in its forms for people and programs.
// Pure: the same ledger gives the same bytes, so `verify` can compare them.
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>
#include "proxy/offline/score/ledger.h"
#include "proxy/offline/score/statistics.h"

namespace franz::proxy {
// One task in one arm.
struct ScoreCell {
  int task = 0, arm = 1;  // as in Trial
  int planned = 0, measured = 0, succeeded = 0;
  int skipped = 0, touched = 0, not_measured = 0;  // not_measured: also without any result
  double success = 0, partial = 0;                 // means over the measured trials
  std::optional<Interval> interval;                // of the success rate; nothing: none measured
  double deviation = 0;                            // of the measured successes (1 and 0)
  double turns = 0, tokens = 0, seconds = 0;       // means; tokens: of prompts and replies
};

// One arm over all tasks. Rates are means over tasks of the means over trials, so tasks count
// equally. Tasks without a measured trial are left out.
struct ScoreArm {
  int arm = 1;
  int tasks = 0;  // with a measured trial
  int planned = 0, measured = 0, skipped = 0, touched = 0, not_measured = 0;
  int interrupted = 0;  // tries that a kill or a stop ended; each was repeated
  double success = 0, partial = 0;
  std::optional<Interval> success_interval, partial_interval;
  double success_at_least = 0;  // as if every trial that was not measured had failed
  double spread = 0;            // mean over tasks of the successes' standard deviation
  double turns = 0, tokens = 0, seconds = 0;  // means over the measured trials
  std::optional<double> cost;  // of all ended tries, by the plan's prices; nothing: it has none
  std::map<TrialFailure, int> failures;  // of the measured trials that failed
};

// The work of a model server: all ended tries, also those that do not count.
struct ServerUse {
  int tries = 0, requests = 0;
  long long tokens = 0;  // of prompts and replies
  double waited = 0;     // seconds, the sum over all requests
};

struct ScoreTable {
  std::vector<ScoreArm> arms;
  std::vector<ScoreCell> cells;              // task by task, in the order of the plan
  std::map<std::string, ServerUse> servers;  // by [proxy] upstream
  int superseded = 0;  // results of trials that had one already; they do not count
};
// `left_out`: without the intervals over tasks, which take most of the time.
enum class Intervals { computed, left_out };
ScoreTable make_table(const Ledger& ledger, Intervals intervals = Intervals::computed);

// What a try cost by the plan's prices; 0: there are none.
double cost_of(const TrialEnd& end, const TokenPrices& prices);

// An arm as table.json has it.
std::string arm_json(const ScoreArm& arm, const ScorePlan& plan);
// table.json: one line, numbers with six decimals at most.
std::string table_json(const ScoreTable& table, const ScorePlan& plan);
// For a terminal: several lines with newlines.
std::string table_text(const ScoreTable& table, const ScorePlan& plan);
// A line for each trial, with a head (RFC 4180).
std::string trials_csv(const Ledger& ledger);
// A test case for each trial, in the form that continuous-integration servers read (the JUnit
// format of Apache Ant's JUnitReport): failed, skipped, or an error if it was not measured.
std::string trials_junit(const Ledger& ledger);
// "zenity-form.2.1  success  5 turns, 2,310 tokens, 8.1 s", the line that a terminal shows for it.
std::string trial_line(const std::string& trial, const TrialEnd& end);
}  // namespace franz::proxy
