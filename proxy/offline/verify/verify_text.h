#pragma once
// What `proxy verify` prints.
#include <string>
#include "proxy/offline/verify/finding.h"

namespace franz::proxy {
struct VerifyOutcome {
  std::string name = {};  // of the run
  int turns = 0, stories = 0, requests = 0;
  bool drawn = true;        // false: --fast
  int pictures = 0;         // drawn again and found equal
  std::string seal = {};    // of a run that has ended; else empty
  bool seal_given = false;  // and it is right
  bool strict = false;
  int unwitnessed = 0;  // turns that no proxy was in front of: the orchestrator recorded itself
};

// Turns with a record whose picture was not drawn again and compared; with --fast: all.
int turns_not_drawn(const VerifyOutcome& outcome);

// Whether the run is what was recorded and, if that is asked for, everything could be checked.
bool is_verified(const VerifyOutcome& outcome, const Findings& findings);

// The findings and a summary, several lines with their ends.
std::string verify_report(const VerifyOutcome& outcome, const Findings& findings);

// The same for programs, one line:
//   {"run":"run_1","verified":true,"turns":6,"stories":6,"requests":6,"pictures":6,"not_drawn":0,
//    "unwitnessed":0,"not_recorded":[[12,14],[37,37]],"seal":"3a7b…"|null,
//    "findings":[{"turn":3|null,"file":"…","field":"…","expected":"…","got":"…","text":"…"}],
//    "more_findings":0,"notes":[{"turns":[[3,5]],"text":"…","unchecked":false}],"more_notes":0}
// `not_recorded` names every missing turn, as first and last of a range; `seal` is that of a run
// that has ended; the values of findings and notes are as in the text.
std::string verify_json(const VerifyOutcome& outcome, const Findings& findings);

// "[#####     ] turn 30 of 60", without an end.
std::string progress_line(int turn, int last_turn);
}  // namespace franz::proxy
