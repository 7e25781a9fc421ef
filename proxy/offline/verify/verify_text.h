#pragma once
// What `proxy verify` prints.
#include <string>
#include "proxy/offline/verify/finding.h"

namespace franz::proxy {
struct VerifyOutcome {
  std::string name = {};    // of the run
  int turns = 0;            // with a record
  int stories = 0;          // replies that a request carried, to the byte
  int requests = 0;         // compared with what the memory makes
  bool drawn = true;        // false: --fast
  int pictures = 0;         // turns that were drawn again, and gave the same
  std::string seal = {};    // of a run that has ended; else empty
  bool seal_given = false;  // and it is right
  bool strict = false;
};

// Whether the run is what was recorded and, if that is asked for, everything could be checked.
bool is_verified(const VerifyOutcome& outcome, const Findings& findings);

// What was not checked, the findings and a summary: several lines with their ends.
std::string verify_report(const VerifyOutcome& outcome, const Findings& findings);

// The same for programs, one line:
//   {"run":"run_1","verified":true,"turns":6,"stories":5,"requests":6,"pictures":6,
//    "seal":"3a7b…"|null,
//    "findings":[{"code":"record","turn":3|null,"file":"…","field":"…","expected":"…","got":"…",
//      "text":"…"}],"more_findings":0,
//    "not_checked":[{"code":"lost","turns":[[12,14]],"why":"…"}],"more_not_checked":0}
// "seal" is that of a run that has ended; "turns" is [] for the run as a whole.
std::string verify_json(const VerifyOutcome& outcome, const Findings& findings);

// "[#####     ] turn 30", without an end. `part`: of the log that was read, 0..1.
std::string progress_line(int turn, double part);
}  // namespace franz::proxy
