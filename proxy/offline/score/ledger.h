#pragma once
// ledger.jsonl: what happened to each planned trial, as lines that are only appended. Each line has
// "seq", "time", "kind", the members of its kind, and "previous" (common/run/hash_chain.h):
//   plan     the plan; always the first line
//   started  a try at a trial begins, in a folder of its own
//   ended    its result
//   resumed  another process continues; tries without `ended` were interrupted
//   superseded  a slice measured a trial that already had a result: it does not count
//   end      no further trial is begun; the seal is the SHA-256 of this line
// Pure; docs/scores.md describes the members.
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>
#include "common/base/result.h"
#include "common/run/hash_chain.h"
#include "common/run/log_entry.h"
#include "proxy/offline/score/plan.h"
#include "proxy/tasks/task_result.h"

namespace franz {
class JsonObject;
}

namespace franz::proxy {
inline constexpr const char* kLedgerFile = "ledger.jsonl";
inline constexpr const char* kTableFile = "table.json";
inline constexpr const char* kBundleLock = "score.lock";   // while a process writes it
inline constexpr const char* kBundleRuns = "runs";         // the folder of the run folders
inline constexpr const char* kSliceFolder = "ledger";      // of the slices' files
inline constexpr const char* kSlurmFolder = "slurm";       // scripts and logs
inline constexpr std::size_t kMaxTable = 64UL << 20U;      // bytes; the largest file besides runs
inline constexpr std::size_t kMaxLedgerLine = 4UL << 20U;  // bytes; 10,000 tasks fit
inline constexpr int kMaxTries = 3;                        // at one trial: two retries
inline constexpr std::size_t kMaxRunFolder = 200;          // bytes of its name

// Why a measured trial failed.
enum class TrialFailure : std::uint8_t {
  none,       // it succeeded
  loop,       // it repeated itself, or its actions had no effect
  malformed,  // its replies were not in the requested form
  refused,    // its confidence was below [agent] min_confidence
  limit,      // turns, minutes, tokens, or the context
  wrong,      // it said that it had finished, but the result is not the requested one
  other,
};
std::string_view failure_name(TrialFailure failure);

// The result of one try.
struct TrialEnd {
  TrialOutcome outcome = TrialOutcome::measured;
  bool person = false;  // a person touched the screen: a measured result that is not counted
  std::string why;      // one line for people; empty: nothing to say
  bool success = false;
  double partial = 0;  // 0..1
  TrialFailure failure = TrialFailure::none;
  int turns = 0;
  long long input_tokens = 0, output_tokens = 0;  // as far as the server reported them
  double seconds = 0;                             // from the first to the last line of its log
  std::string upstream;                           // the model server that it asked; empty: none
  int requests = 0;      // that the model server answered or failed to answer
  double waited = 0;     // seconds: for the model's replies
  std::string run_seal;  // empty: the run has none
  friend bool operator==(const TrialEnd&, const TrialEnd&) = default;
};
// The members of an `ended` line without its trial and try.
std::string to_json(const TrialEnd& end);

// A try whose result a slice wrote in a file of its own (slice_log.h).
struct SlicePlace {
  std::string file;    // in the bundle: "ledger/3-0-5fd1c9.jsonl"
  long long line = 0;  // the `ended` line's "seq" there; 0: it is no slice's
  friend auto operator<=>(const SlicePlace&, const SlicePlace&) = default;
};
struct StartedLine {
  std::string trial;
  int attempt = 1;  // from 1
  SlicePlace from = {};
  std::string folder = {};  // of the run in runs/; empty: trial_folder()
};
struct EndedLine {
  std::string trial;
  int attempt = 1;
  TrialEnd end;
};
struct ResumedLine {};
struct SupersededLine {
  std::string trial;
  SlicePlace from;
  std::string folder;    // of the run in runs/
  std::string run_seal;  // empty: it has none
};
// `files`: those of tasks, prompts and the table, and of runs without a seal.
struct EndLine {
  std::vector<LoggedFile> files;
};
using LedgerEntry =
    std::variant<ScorePlan, StartedLine, EndedLine, ResumedLine, SupersededLine, EndLine>;

// What is known about one trial.
struct TrialState {
  int tries = 0;                              // that have begun
  bool running = false;                       // the last one has not ended
  std::map<int, TrialEnd> ends = {};          // by the number of the try; without interrupted ones
  std::map<int, StartedLine> of_slices = {};  // by the number of the try
  // Of the try that counts; if there is none, of the last one that ended. Null: none has ended.
  const TrialEnd* result() const { return ends.empty() ? nullptr : &ends.rbegin()->second; }
  int result_of() const { return ends.empty() ? 0 : ends.rbegin()->first; }  // its number
  // A trial that a person touched has its end, too: stopping it must not give another try.
  bool counts() const {
    return !ends.empty() && (result()->outcome == TrialOutcome::measured || result()->person);
  }
  // That neither ended nor run.
  int interrupted() const { return tries - static_cast<int>(ends.size()) - (running ? 1 : 0); }
  // Tries that ended without a result of the agent.
  int failed_tries() const { return static_cast<int>(ends.size()) - (counts() ? 1 : 0); }
  // Whether another try may begin; `retry_failed`: also after kMaxTries that failed.
  bool is_open(bool retry_failed) const {
    return !counts() && (retry_failed || failed_tries() < kMaxTries);
  }
};

// The ledger as read so far, and its next line.
class Ledger {
 public:
  // The text of the next line, without its LF.
  std::string line(const std::string& time, const LedgerEntry& entry) const;
  // Adds the next line. Failure: it is malformed, does not follow, names an unknown trial, begins a
  // try of a trial that has a result, or ends one that has not begun: "/trial: …". The ledger is
  // then unchanged.
  Status take(std::string_view text);

  bool has_plan() const { return has_plan_; }
  const ScorePlan& plan() const { return plan_; }
  // By name, in the order of all_trials(); every planned trial has an entry.
  const std::map<std::string, TrialState>& trials() const { return trials_; }
  const TrialState& state(const Trial& trial) const;
  // The folder of a try's run in runs/.
  std::string folder(const std::string& trial, int attempt) const;
  const std::vector<SupersededLine>& superseded() const { return superseded_; }
  // Whether the result of this slice's line is here: as the end of a try, or superseded.
  bool has(const SlicePlace& place) const { return collected_.contains(place); }
  bool ended() const { return ended_; }                            // the last line is an `end`
  const std::vector<LoggedFile>& files() const { return files_; }  // of that line
  const std::string& last_sha256() const { return chain_.last_sha256(); }
  const std::string& plan_sha256() const { return plan_sha256_; }  // of the first line

 private:
  Status take_plan(MessageFields& fields, std::string_view text);
  Status take_started(MessageFields& fields);
  Status take_ended(MessageFields& fields);
  Status take_superseded(MessageFields& fields);

  HashChain chain_;
  bool has_plan_ = false, ended_ = false;
  ScorePlan plan_;
  std::string plan_sha256_;
  std::map<std::string, TrialState> trials_;
  std::set<std::string> running_;  // trials whose last try has not ended
  std::vector<SupersededLine> superseded_;
  std::set<SlicePlace> collected_;
  std::vector<LoggedFile> files_;
};

// The members "trial" and "try" (from 1) of a line, and those of an `ended` line. Failure, in
// `fields`.
std::string read_trial_of(MessageFields& fields, int& attempt);
TrialEnd read_end(MessageFields& fields);
// Adds the members of an `ended` line without its trial and try.
void add_end(JsonObject& object, const TrialEnd& end);
}  // namespace franz::proxy
