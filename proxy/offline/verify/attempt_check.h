#pragma once
// One attempt of a run: what its line says, its record, its files and its exchange, against each
// other and against what the log has before it.
#include <map>
#include <optional>
#include <string>
#include <vector>
#include "common/run/known_attempts.h"
#include "common/run/log_entry.h"
#include "common/run/turn_record.h"
#include "proxy/offline/verify/finding.h"
#include "proxy/offline/verify/record_check.h"

namespace franz::proxy {
// An attempt with its files, as bytes; nothing: there is no such file, or it cannot be read.
struct LoadedAttempt {
  AttemptEntry entry;
  std::optional<TurnRecord> record;
  std::optional<std::string> picture, plan, response;
  std::optional<std::string> request;  // as it was sent: with the pictures that were cut from it
  ToldCheck told = {};                 // of the record
};

// What the line and the record say of each other, and the record of itself: all that needs nothing
// of the run before it, so it is made on any thread. Reads `text` into the attempt's record.
// `same_version`: this FRANZ wrote it.
std::vector<Finding> read_attempt(LoadedAttempt& attempt, const std::string& text,
                                  bool same_version);
// Whether the line lists the files of its own attempt, each kind once.
std::vector<Finding> check_attempt_files(const AttemptEntry& entry);

// What the log has before an attempt.
struct BeforeAttempt {
  const KnownAttempts& known;
  std::string run;  // the id that its request is to carry; empty: whichever a client of ours has
  std::string settings = "{}";            // in force
  std::string system_sha256;              // of the system message in force; empty: none
  const std::vector<std::string>& notes;  // SHA-256 of the operator's notes that the turn took
  bool launched = false;   // an orchestrator of ours reported this turn or one before it
  bool is_called = false;  // the run is one of a client's calls
};

struct CheckedAttempt {
  std::vector<Finding> findings;
  int stories = 0, requests = 0;  // compared and found right
  // The attempt whose reply it goes on from; nothing: none, or it is not known.
  std::optional<std::pair<int, int>> from;  // turn and attempt
  std::optional<Reply> reply;               // its own, as its bytes have it
  std::string run;                          // the run's id that its request carries
};
CheckedAttempt check_attempt(const LoadedAttempt& attempt, const BeforeAttempt& before);
}  // namespace franz::proxy
