#pragma once
// A run as one entry of GET /api/runs, added up from its log.
#include <cstdint>
#include <optional>
#include <string>
#include "common/run/log_entry.h"

namespace franz::proxy {
struct RunSummary {
  int id = 0;  // stable while the proxy lives
  std::string name;
  bool current = false;               // the proxy's own run, or the one that is replayed
  std::string run, started, profile;  // empty: the log does not say it
  int turns = 0, last_turn = 0;       // recorded
  std::string last;                   // the time of the last turn; empty: there is none
  std::optional<Verdict> verdict;     // the worst; nothing: there are no turns
  int thumbnail = 0;                  // the last turn with a picture; 0: there is none
  std::uint64_t bytes = 0;            // of the files in the folder
  bool complete = true;               // false: the log was not read to its end yet; ask again
  bool writing = false;               // a proxy has it open at this moment
  std::string problem;                // why a part is missing; empty: nothing is
};

std::string to_json(const RunSummary& summary);

// The worse of two verdicts: violation, unverifiable, superseded, unwitnessed, ok (and first),
// not_applicable, none.
std::optional<Verdict> worse_verdict(std::optional<Verdict> left, std::optional<Verdict> right);

// Adds up the lines of a log, in their order.
class RunTally {
 public:
  // `bytes`: of the line, its end included.
  void take(const RunLine& line, std::uint64_t bytes);

  // Run, turns, verdict, thumbnail, and the bytes of the log and of all files that never change.
  const RunSummary& summary() const { return summary_; }

 private:
  void take_attempt(const AttemptEntry& entry);

  RunSummary summary_;
  std::optional<Verdict> before_;  // the worst of the turns before the last
};
}  // namespace franz::proxy
