#pragma once
// What a program needs to know of a run's log, line by line: what the run is, which turns and
// attempts there are, and which of them the story goes along. Pure.
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

// What a run is, as its log has it up to here.
struct RunFacts {
  std::string run, name, started, version, profile, made_by;
  RunAddresses addresses = {};
  SettingsInForce in_force = {};
  int restarts = 0;                     // of the orchestrator
  std::vector<RunChange> changes = {};  // for people
  std::string origin;                   // the id of the run that it was forked from; empty: none
  int origin_at = 0;                    // the last turn that was taken over
  TurnRanges lost_turns = {};           // of `lost` lines
  std::optional<Finish> finish = std::nullopt;
  bool ended = false;  // the last line is `end`
  int last_turn = 0;   // that any line is about an attempt at
  bool begun() const { return !run.empty(); }
};
// The log's next line.
void take(RunFacts& facts, const RunLine& line);

// An attempt of the log, or a lost one.
struct LoggedAttempt {
  int turn = 0, attempt = 0;
  std::string request, after;  // ids; empty: none
  bool delivered = false, usable = false;
  bool lost = false;       // by a `lost` line: no record
  bool has_reply = false;  // of a lost one: there is a file with it
  bool closing = false;    // the run finished with it
  TurnRow row = {};        // of a lost one only turn and attempt
};

class RunStory {
 public:
  // The log's next line.
  void take(const RunLine& line);

  const RunFacts& facts() const { return facts_; }
  bool begun() const { return facts_.begun(); }
  int last_turn() const { return facts_.last_turn; }
  // All attempts at a turn, in the order of their lines; null: there is none.
  const std::vector<LoggedAttempt>* attempts(int turn) const;
  int count_attempts(int turn) const;
  // The attempt that the next turn goes on from; of the last turn the newest that was delivered and
  // is usable, or a lost one with a reply; else the newest. Null: there is none.
  const LoggedAttempt* chosen(int turn) const;
  // The attempt that lists and pages show: chosen(), or, where that one was lost, the newest with a
  // record. Null: there is none.
  const LoggedAttempt* shown(int turn) const;
  // The newest that was delivered and is usable, or lost with a reply, of the last turn that has
  // one: the story goes on from it. Null: the model has not spoken.
  const LoggedAttempt* newest_reply() const;
  // The attempt with that id; null: the log has none.
  const LoggedAttempt* find(const std::string& request) const;
  // Turns with at least one line, ascending.
  const std::map<int, std::vector<LoggedAttempt>>& turns() const { return turns_; }
  // What was drawn before the next turn is not known: a lost turn without a reply, or one whose
  // picture's canvas was not known, and no keyframe since.
  bool drawing_unknown() const { return drawing_unknown_; }

 private:
  void add(LoggedAttempt attempt);

  RunFacts facts_;
  std::map<int, std::vector<LoggedAttempt>> turns_;
  AttemptIndex by_request_;
  bool drawing_unknown_ = false;
};
}  // namespace franz
