#pragma once
// A run begins or goes on: what the proxy and an orchestrator that runs alone do alike before the
// first turn.
#include <functional>
#include <optional>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/run/load_run_app.h"
#include "common/run/run_claim_app.h"
#include "common/settings/settings.h"

namespace franz {
struct StartedRun {
  RunClaim claim;
  LoadedRun loaded;
  bool resumed = false;  // the folder was there before: RunFolder::resume() is due
};
struct StartFailure {
  int exit_code = 0;
  std::string text;
};

// A new folder in `runs_folder`, of a run with a new id. `program`: ours, for who finds the folder
// taken.
Result<StartedRun, StartFailure> start_new_run(const std::string& runs_folder,
                                               const std::string& program);

// The run in `folder` goes on; run.json is to tell so. A folder without one is a run that begins
// now, if `may_begin`. One whose last turn is recorded (`loaded.finished`) and that a kill kept
// from its seal is only to be finished: finish_run(). `go_on`: as load_run(). Failure: 3 what is no
// part of a run, another program that writes it, a turn after which there can be none; 2 a run.json
// that cannot be read, a run that is finished and sealed.
enum class MissingRun { refuse, begin };
Result<StartedRun, StartFailure> resume_run(const std::string& folder, const std::string& program,
                                            MissingRun missing = MissingRun::refuse,
                                            const std::function<bool()>& go_on = {});

// What run.json says of the program and the settings that are in force from here on.
void set_in_force(LoadedRun& loaded, const ResolvedSettings& settings);

// The canvas that a run began with, which it keeps: "1920x1080", if its settings can be read.
std::optional<std::string> canvas_of(const RunFile& run);

// The objective that was in force when the run began or went on last: "" where there was none.
std::optional<std::string> objective_of(const RunFile& run);

// A run keeps its profile, for its story is written in that dialect and for that memory, its
// scenario or that it has none, and the kind of its surface, for its turns tell of that; what names
// its window, unless a flag does; and the model that was asked, unless a person sets another one.
// Adds them to the flags, held by run.json, unless one of them asks for the same anyway; a profile
// that is to be chosen was chosen. Nothing is added where run.json cannot be read: who resumes the
// run tells of that. Failure: a flag asks for another one.
Status hold_choices(const std::string& folder, std::vector<FlagValue>& flags);

// The model server of a run that the built-in demo model did not play: as its proxy reached it
// last. Nothing: the demo model played it, or run.json cannot be read.
std::optional<std::string> model_server_of(const std::string& folder);

// The private display that a run was on, which it needs again; its program may be missing. Nothing:
// it was on none, or run.json cannot be read.
struct DisplayOfRun {
  std::vector<std::string> program;
};
std::optional<DisplayOfRun> private_display_of(const std::string& folder);

// The runs that `[proxy] keep_runs` removes, as folders: all but the newest `keep` of those in
// `runs_folder` that nobody writes, never the one named `current`.
Result<std::vector<std::string>> runs_to_remove(const std::string& runs_folder,
                                                const std::string& current, int keep);
}  // namespace franz
