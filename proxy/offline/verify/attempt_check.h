#pragma once
// Checks one attempt of a run: compares its line, record, files and exchange with each other and
// with the log before it.
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
// An attempt with its files' bytes; nothing: the file is missing or unreadable.
struct LoadedAttempt {
  AttemptEntry entry;
  std::optional<TurnRecord> record;
  std::optional<std::string> picture, plan, response;
  std::optional<std::string> request;  // as sent, with the pictures that were cut from it
  ReportedCheck reported = {};         // from the record
};

// Compares the line with the record, and the record with itself. Needs nothing else of the run, so
// any thread may call it. Parses `text` into the attempt's record. `same_version`: this version of
// FRANZ wrote it.
std::vector<Finding> read_attempt(LoadedAttempt& attempt, const std::string& text,
                                  bool same_version);
// Checks that the line lists only its own attempt's files, each kind once.
std::vector<Finding> check_attempt_files(const AttemptEntry& entry);

// The state of the log before an attempt.
struct BeforeAttempt {
  const KnownAttempts& known;
  std::string run;  // the id that its request should carry; empty: any id of our clients
  std::string settings = "{}";            // in force
  std::string system_sha256;              // of the current system message; empty: none
  const std::vector<std::string>& notes;  // SHA-256 of the operator's notes for the turn
  bool launched = false;                  // our orchestrator reported this turn or an earlier one
  bool is_called = false;                 // the run consists of a client's calls
  bool is_imported = false;               // the run was made from another program's file
};

struct CheckedAttempt {
  std::vector<Finding> findings;
  int stories = 0, requests = 0;  // compared and correct
  // The attempt whose reply it continues from; nothing: none or unknown.
  std::optional<std::pair<int, int>> from;  // turn and attempt
  std::optional<Reply> reply;               // its own reply, parsed from its bytes
  std::string run;                          // the run id in its request
};
CheckedAttempt check_attempt(const LoadedAttempt& attempt, const BeforeAttempt& before);
}  // namespace franz::proxy
