#pragma once
// The output of `proxy verify`.
#include <string>
#include "proxy/offline/verify/finding.h"

namespace franz::proxy {
struct VerifyOutcome {
  std::string name = {};    // of the run
  int turns = 0;            // turns with a record
  int stories = 0;          // replies that a request contained byte for byte
  int requests = 0;         // requests compared with what the memory builds
  bool drawn = true;        // false: --fast
  int pictures = 0;         // turns that were redrawn with an equal result
  std::string seal = {};    // of an ended run; else empty
  bool seal_given = false;  // and it is correct
  bool strict = false;
  std::string imported = {};  // the file and the program that the run was made from; empty: none
};

// Whether no difference was found and, if required, everything could be checked. The texts never
// call an imported run verified: nothing of it was witnessed.
bool is_verified(const VerifyOutcome& outcome, const Findings& findings);

// The unchecked items, the findings and a summary: several lines with newlines.
std::string verify_report(const VerifyOutcome& outcome, const Findings& findings);

// The same for programs, one line:
//   {"run":"run_1","verified":true,"turns":6,"stories":5,"requests":6,"pictures":6,
//    "seal":"3a7b…"|null,
//    "findings":[{"code":"record","turn":3|null,"file":"…","field":"…","expected":"…","got":"…",
//      "text":"…"}],"more_findings":0,
//    "not_checked":[{"code":"lost","turns":[[12,14]],"why":"…"}],"more_not_checked":0}
// "seal": of an ended run; "turns" is [] for the whole run. An imported run has "verified":false
// and also "imported":"trajectory.json (terminus 1.0)".
std::string verify_json(const VerifyOutcome& outcome, const Findings& findings);

// "[#####     ] turn 30", without a newline. `part`: of the log that was read, 0..1.
std::string progress_line(int turn, double part);
}  // namespace franz::proxy
