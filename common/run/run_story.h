#pragma once
// What programs need to know about a run's log, collected line by line: what the run is, its turns
// and attempts, and which of them form the story. Pure.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>
#include "common/run/attempt_index.h"
#include "common/run/log_entry.h"
#include "common/run/turn_ranges.h"

namespace franz {
struct RunChange {
  std::string time, text;
};
inline constexpr std::size_t kMaxChanges = 1000;  // the newest are kept

// What a run is, according to its log so far.
struct RunFacts {
  std::string run, name, started, version, profile, made_by;
  RunAddresses addresses = {};
  SettingsInForce in_force = {};
  std::optional<ImportedFrom> imported = std::nullopt;  // nothing: it was recorded
  int restarts = 0;                                     // of the orchestrator
  std::vector<RunChange> changes = {};                  // for people
  std::string origin;          // id of the run that it was forked from; empty: none
  int origin_at = 0;           // the last turn taken from there
  TurnRanges lost_turns = {};  // of `lost` lines
  std::optional<Finish> finish = std::nullopt;
  bool ended = false;     // the last line is `end`
  std::string seal = {};  // SHA-256 of that line, set by programs that read it; empty: none
  int last_turn = 0;      // highest turn of any attempt line
  bool begun() const { return !run.empty(); }
};
// Adds the log's next line.
void take(RunFacts& facts, const RunLine& line);
// Why no program of ours can continue the run: it was not recorded from our orchestrator. "" if one
// can; otherwise a sentence without a full stop: "it was imported from trajectory.json".
std::string why_not_continued(const RunFacts& facts);

// An attempt in the log, or a lost one.
struct LoggedAttempt {
  int turn = 0, attempt = 0;
  std::string request, after;  // ids; empty: none
  bool delivered = false, usable = false;
  bool lost = false;       // from a `lost` line: no record
  bool has_reply = false;  // a lost attempt with a reply file
  bool closing = false;    // the run finished with it
  TurnRow row = {};        // for a lost one only turn and attempt
};

class RunStory {
 public:
  // Adds the log's next line.
  void take(const RunLine& line);

  const RunFacts& facts() const { return facts_; }
  bool begun() const { return facts_.begun(); }
  int last_turn() const { return facts_.last_turn; }
  // All attempts at a turn, in the order of their lines; null: none.
  const std::vector<LoggedAttempt>* attempts(int turn) const;
  int count_attempts(int turn) const;
  // The attempt that the next turn continues from. For the last turn: the newest that was delivered
  // and is usable, or a lost one with a reply; otherwise the newest. Null: none.
  const LoggedAttempt* chosen(int turn) const;
  // The attempt that lists and pages show: chosen() or, if that one was lost, the newest with a
  // record. Null: none.
  const LoggedAttempt* shown(int turn) const;
  // The attempt that the story continues from: the newest that was delivered and is usable, or lost
  // with a reply, of the last turn that has one. Null: the model has not replied yet.
  const LoggedAttempt* newest_reply() const;
  // The attempt with that id; null: not in the log.
  const LoggedAttempt* find(const std::string& request) const;
  // Turns with at least one line, ascending.
  const std::map<int, std::vector<LoggedAttempt>>& turns() const { return turns_; }
  // Whether the drawing before the next turn is unknown: a turn was lost without a reply, or its
  // picture's canvas was unknown, and no keyframe followed.
  bool drawing_unknown() const { return drawing_unknown_; }

 private:
  void add(LoggedAttempt attempt);

  RunFacts facts_;
  std::map<int, std::vector<LoggedAttempt>> turns_;
  AttemptIndex by_request_;
  bool drawing_unknown_ = false;
};
}  // namespace franz
