#pragma once
// Checks a recorded run line by line: reads, checks and redraws each file once.
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include "common/base/result.h"
#include "common/formats/memories.h"
#include "common/run/log_entry.h"
#include "proxy/offline/verify/finding.h"
#include "proxy/offline/verify/redraw_app.h"

namespace franz::proxy {
struct VerifyRunOptions {
  std::string folder;
  bool draw = true;
  // The last line to check, by its seq; 0: all lines and the run as a whole.
  long long up_to = 0;
  // May be empty. `part`: of the log, 0..1.
  std::function<void(int turn, double part)> on_progress = {};
  std::stop_token stop = {};  // ends the check and the drawing programs early
  FindMemory find = find_memory;
};

struct VerifiedRun {
  Findings findings;
  std::string seal;                           // of the last line if it is an `end`; else empty
  bool being_written = false;                 // a recorder is writing the run
  std::optional<ImportedFrom> imported = {};  // what the run was made from; nothing: recorded
  int turns = 0, stories = 0, requests = 0;   // same as in VerifyOutcome
  std::unique_ptr<Redraw> redraw;             // null with draw == false
};

// Failure: no such folder, no log of this version, or the scratch folder cannot be created.
// Everything else is a finding.
Result<VerifiedRun> verify_run(const VerifyRunOptions& options);
}  // namespace franz::proxy
