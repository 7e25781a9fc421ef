#pragma once
// The steps before the first turn that the proxy and a lone orchestrator share.
#include <functional>
#include <optional>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/run/log_writer_app.h"
#include "common/run/run_claim_app.h"
#include "common/run/run_labels.h"
#include "common/run/run_log_app.h"
#include "common/settings/settings.h"

namespace franz {
struct StartedRun {
  RunClaim claim;
  LoadedLog log;         // as found; empty for a new run
  RunFacts about;        // for the `begin` or `resumed` line of the continued run
  bool resumed = false;  // the folder has a log: write `resumed`, otherwise `begin`
  // The entries after that line: turns that a kill kept from the log, and a keyframe.
  std::vector<LogUnit> units = {};
  // For people: which turns are not recorded, which files were quarantined.
  std::vector<std::string> notes = {};
  // The last turn of the run is recorded, but a kill prevented its `end`: call finish_run().
  std::optional<Finish> finished = std::nullopt;
};
struct StartFailure {
  int exit_code = 0;
  std::string text;
};

// Creates a folder in `runs_folder` for a run with a new id. `program`: our own name, shown to
// others who find the folder taken. `name`: as in RunClaim::make().
Result<StartedRun, StartFailure> start_new_run(const std::string& runs_folder,
                                               const std::string& program,
                                               const std::string& name = "");

// Resumes the run in `folder`. If it has no log and `missing` allows it, a new run begins there.
// Changes nothing in the folder except the lock. `go_on`: called regularly; false stops. Failure: 3
// for a folder with foreign files, a damaged log, another program that writes it, or a turn limit
// that is reached; 2 for a log that cannot be read, a run of version 2, or a finished run.
enum class MissingRun { refuse, begin };
Result<StartedRun, StartFailure> resume_run(const std::string& folder, const std::string& program,
                                            MissingRun missing = MissingRun::refuse,
                                            const std::function<bool()>& go_on = {});

// Prepares the folder for its writer: moves evidence that no line lists to unlisted/, deletes
// temporary files, and adds to `notes`. Call after the recorder has bound its ports. Failure: the
// disk's message.
Status prepare_folder(StartedRun& started);

// Completes the end of a run that a kill interrupted. Failure: may be retried.
struct FinishedRun {
  Finish finish;
  std::string seal;
  TurnRanges lost_turns;
};
Result<FinishedRun> finish_run(StartedRun started);

// Finds the folder of the run that `name` means: a folder with a log of any version, the name of a
// folder in `runs_folder`, or "latest" for the newest there. The result has no slash at its end.
// Folders of version 2 are found, too; reading their log fails. Failure: there is none; names the
// places searched.
Result<std::string> find_run(const std::string& runs_folder, const std::string& name);

// Sets the settings in force for the first line that this recorder writes.
void set_in_force(StartedRun& started, const ResolvedSettings& settings);

// The canvas size that a run began with and keeps: "1920x1080", if its settings can be read.
std::optional<std::string> canvas_of(const RunFacts& run);

// The objective in force when the run began or was last resumed: "" if there was none.
std::optional<std::string> objective_of(const RunFacts& run);

// A run keeps its profile, because its story is in that dialect and for that memory; its scenario
// or that it has none; and its kind of surface, because its turns describe it. It also keeps the
// window, unless a flag names one, and the model, unless a person sets another one. Adds these to
// the flags, with the log as their source, unless a flag asks for the same anyway; an automatic
// profile was already chosen. Adds nothing if the log cannot be read: resume_run() reports that.
// Failure: a flag asks for another value, or the run cannot be continued.
Status hold_choices(const std::string& folder, std::vector<FlagValue>& flags);

// The model server that the run's proxy used last. Nothing: the run used the built-in demo model,
// or the log cannot be read.
std::optional<std::string> model_server_of(const std::string& folder);

// The private display of the run, which it needs again; its program may be missing. Nothing: it had
// none, or the log cannot be read.
struct DisplayOfRun {
  std::vector<std::string> program;
};
std::optional<DisplayOfRun> private_display_of(const std::string& folder);

// The address of the run's screen behind a bridge: "vnc://HOST:PORT", "wayland-1"; empty: it had
// none, or the log cannot be read. It is a stranger's claim: show it, never connect to it.
std::string remote_screen_of(const std::string& folder);

// What people call the runs in a folder. Failure: the file cannot be read, or is not one of labels.
Result<RunLabels> load_labels(const std::string& runs_folder);

// The folders that `[proxy] keep_runs` removes: all but the newest `keep` in `runs_folder` that no
// program is writing, and never the one named `current` or one with a title or tags. Failure: also
// as load_labels().
Result<std::vector<std::string>> runs_to_remove(const std::string& runs_folder,
                                                const std::string& current, int keep);
}  // namespace franz
