#pragma once
// The record of a run without a proxy: the orchestrator claims the run folder and writes the log.
#include <memory>
#include <string>
#include "common/memory/memory.h"
#include "common/run/recorder_app.h"
#include "common/run/start_run_app.h"
#include "common/wire/api/model_url.h"
#include "orchestrator/command_box_app.h"
#include "orchestrator/output_app.h"

namespace franz::orchestrator {
inline constexpr int kNotRecorded = 1;  // exit code

struct OwnRecord {
  StartedRun started;
  std::unique_ptr<Recorder> recorder;
};

// Claims `run_dir` (empty: a new folder) and prepares it. `screen`: the address of a screen behind
// a bridge; empty: none. If only the run's end was missing, writes that instead. Failure: the exit
// code; an empty text: the reason is reported already, or the run has ended.
Result<OwnRecord, StartFailure> claim_record(const std::string& run_dir,
                                             const ResolvedSettings& settings,
                                             const ModelUrl& upstream, const std::string& screen,
                                             const Memory& memory, CommandBox& commands,
                                             Output& output);

// Writes the first line; from here on events and log lines go into the record, too.
Status begin_record(OwnRecord& record, Output& output);

// Seals the record and ends its recorder; the folder stays claimed. `code`: the exit code of the
// run; returns it, or kNotRecorded if it is 0 and the record is incomplete.
int end_record(OwnRecord& record, int code, Output& output);

// Whether `run_dir` has a run, readable or not. Empty: false.
bool has_run(const std::string& run_dir);
}  // namespace franz::orchestrator
