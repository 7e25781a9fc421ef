#pragma once
// What `proxy verify` prints.
#include <string>
#include "proxy/verify/finding.h"

namespace franz::proxy {
struct VerifyOutcome {
  std::string name = {};  // of the run
  int turns = 0, stories = 0, requests = 0;
  bool drawn = true;  // false: --fast
  int pictures = 0;
  std::string seal = {};    // of a run that has ended; else empty
  bool seal_given = false;  // and it is right
};

// The findings and a summary, several lines with their ends.
std::string verify_report(const VerifyOutcome& outcome, const Findings& findings);

// "[#####     ] turn 30 of 60", without an end.
std::string progress_line(int turn, int last_turn);
}  // namespace franz::proxy
