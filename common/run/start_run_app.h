#pragma once
// A run begins or goes on: what the proxy and an orchestrator that runs alone do alike before the
// first turn.
#include <functional>
#include <optional>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/run/log_writer_app.h"
#include "common/run/run_claim_app.h"
#include "common/run/run_log_app.h"
#include "common/settings/settings.h"

namespace franz {
struct StartedRun {
  RunClaim claim;
  LoadedLog log;         // as it was found; of a new run empty
  RunFacts about;        // of the run from here on: what its `begin` or `resumed` line is to have
  bool resumed = false;  // the folder has a log: a `resumed` line is due, else `begin`
  // What comes next after that line: turns that a kill kept from the log, and a keyframe.
  std::vector<LogUnit> units = {};
  // For people: which turns are not recorded, which files were set aside.
  std::vector<std::string> notes = {};
  // The last turn of the run is recorded, and a kill kept its `end`: finish_run() is due.
  std::optional<Finish> finished = std::nullopt;
};
struct StartFailure {
  int exit_code = 0;
  std::string text;
};

// A new folder in `runs_folder`, of a run with a new id. `program`: ours, for who finds the folder
// taken.
Result<StartedRun, StartFailure> start_new_run(const std::string& runs_folder,
                                               const std::string& program);

// The run in `folder` goes on. One without a log is a run that begins now, if `missing` says so.
// Nothing is changed in the folder but for the lock. `go_on`: asked now and then; false ends it.
// Failure: 3 what is no part of a run, a damaged log, another program that writes it, a turn after
// which there can be none; 2 a log that cannot be read, a run of version 2, a run that is finished.
enum class MissingRun { refuse, begin };
Result<StartedRun, StartFailure> resume_run(const std::string& folder, const std::string& program,
                                            MissingRun missing = MissingRun::refuse,
                                            const std::function<bool()>& go_on = {});

// Makes the folder ready for its writer: evidence that no line lists moves to unlisted/, temporary
// files go; adds to `notes`. Once the recorder's ports are its own. Failure: the disk's words.
Status prepare_folder(StartedRun& started);

// The end of a run that a kill kept from it: writes what is missing. Failure: it may be tried
// again.
struct FinishedRun {
  Finish finish;
  std::string seal;
  TurnRanges lost_turns;
};
Result<FinishedRun> finish_run(StartedRun started);

// The folder of the run that `name` means: a folder with a log of any version, the name of
// one in `runs_folder`, or "latest" for the newest there. No slash at its end. A folder of version
// 2 is found, too: whoever reads its log refuses it. Failure: there is none; says where it was
// looked for.
Result<std::string> find_run(const std::string& runs_folder, const std::string& name);

// What is in force from here on, for the line that is to tell it.
void set_in_force(StartedRun& started, const ResolvedSettings& settings);

// The canvas that a run began with, which it keeps: "1920x1080", if its settings can be read.
std::optional<std::string> canvas_of(const RunFacts& run);

// The objective that was in force when the run began or went on last: "" where there was none.
std::optional<std::string> objective_of(const RunFacts& run);

// A run keeps its profile, for its story is written in that dialect and for that memory, its
// scenario or that it has none, and the kind of its surface, for its turns tell of that; what names
// its window, unless a flag does; and the model that was asked, unless a person sets another one.
// Adds them to the flags, held by the log, unless one of them asks for the same anyway; a profile
// that is to be chosen was chosen. Nothing is added where the log cannot be read: who resumes the
// run tells of that. Failure: a flag asks for another one.
Status hold_choices(const std::string& folder, std::vector<FlagValue>& flags);

// The model server of a run that the built-in demo model did not play: as its proxy reached it
// last. Nothing: the demo model played it, or the log cannot be read.
std::optional<std::string> model_server_of(const std::string& folder);

// The private display that a run was on, which it needs again; its program may be missing. Nothing:
// it was on none, or the log cannot be read.
struct DisplayOfRun {
  std::vector<std::string> program;
};
std::optional<DisplayOfRun> private_display_of(const std::string& folder);

// The runs that `[proxy] keep_runs` removes, as folders: all but the newest `keep` of those in
// `runs_folder` that nobody writes, never the one named `current`.
Result<std::vector<std::string>> runs_to_remove(const std::string& runs_folder,
                                                const std::string& current, int keep);
}  // namespace franz
