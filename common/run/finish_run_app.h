#pragma once
// The end of a run that a kill kept from its seal: its last turn is recorded, and says why the run
// is over.
#include <string>
#include "common/base/result.h"
#include "common/run/start_run_app.h"
#include "common/wire/control_messages.h"

namespace franz {
struct FinishedRun {
  Finish finish;
  std::string seal;  // the digest of SHA256SUMS
  TurnRanges lost_turns;
};

// Writes what is missing: the last batch, `finished` in run.json, and SHA256SUMS. `started`: as
// from resume_run(), with `loaded.finished`. Failure: what could not be written; it may be tried
// again.
Result<FinishedRun> finish_run(StartedRun started);
}  // namespace franz
