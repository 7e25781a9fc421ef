#pragma once
// A run as one entry of GET /api/runs.
#include <cstdint>
#include <string>
#include "common/run/turn_record.h"

namespace franz::proxy {
struct RunSummary {
  int id = 0;  // stable while the proxy lives
  std::string name;
  bool current = false;               // the proxy's own run, or the one that is replayed
  std::string run, started, profile;  // of run.json; empty: it could not be read
  int turns = 0, last_turn = 0;       // recorded
  std::string last;                   // the time of the last turn; empty: there is none
  std::string verdict;      // the worst: violation, unverifiable, unwitnessed, ok; empty: none yet
  int thumbnail = 0;        // the last turn with a picture; 0: there is none
  std::uint64_t bytes = 0;  // of all files in the folder
  bool complete = true;     // false: not all records were read yet; ask again
  bool writing = false;     // a proxy has it open at this moment
  std::string problem;      // why a part is missing; empty: nothing is
};

std::string to_json(const RunSummary& summary);

// The worse of two verdicts: violation, unverifiable, unwitnessed, ok (and first), not_applicable,
// none.
std::string worse_verdict(const std::string& left, const std::string& right);

// One more recorded turn, in any order.
void add_turn(RunSummary& summary, const TurnRow& row);
}  // namespace franz::proxy
