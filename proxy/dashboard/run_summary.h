#pragma once
// A run as one entry of GET /api/runs, summarised from its log.
#include <cstdint>
#include <optional>
#include <string>
#include "common/run/log_entry.h"
#include "common/run/run_labels.h"

namespace franz::proxy {
struct RunSummary {
  int id = 0;  // stable while the proxy lives
  std::string name;
  RunLabel label;
  bool current = false;               // the proxy's own run, or the replayed run
  std::string run, started, profile;  // empty: not in the log
  bool imported = false;              // made from another program's file
  bool ended = false;                 // the log's last line is an end
  std::string objective, model;       // of the settings in force; empty: none, or not in the log
  int turns = 0, last_turn = 0;       // recorded
  std::string last;                   // time of the last turn; empty: none
  std::optional<Verdict> verdict;     // the worst; nothing: no turns
  std::optional<Finish> finish;       // nothing: it has not ended, or its end is not in the log
  int thumbnail = 0;                  // the turn with the picture to show; 0: none
  std::uint64_t bytes = 0;            // of the files in the folder
  bool complete = true;               // false: the log was not read to its end yet; ask again
  bool writing = false;               // a proxy has it open now
  std::string problem;                // why a part is missing; empty: none is
};

std::string to_json(const RunSummary& summary);

// The worse of two verdicts: violation, unverifiable, superseded, unwitnessed, ok (and first),
// not_applicable, none.
std::optional<Verdict> worse_verdict(std::optional<Verdict> left, std::optional<Verdict> right);

// Summarises the lines of a log, in their order.
class RunTally {
 public:
  // `bytes`: size of the line, including its newline.
  void take(const RunLine& line, std::uint64_t bytes);

  // Run, turns, verdict, thumbnail, and the bytes of the log and of all files that do not change.
  const RunSummary& summary() const { return summary_; }

 private:
  void take_attempt(const AttemptEntry& entry);
  void take_settings(const SettingsInForce& in_force);

  RunSummary summary_;
  std::optional<Verdict> before_;  // the worst before the last turn
  std::uint64_t most_to_see_ = 0;  // bytes of the thumbnail
};
}  // namespace franz::proxy
