#include "orchestrator/open_run_app.h"
#include <utility>
#include "common/os/paths.h"
#include "common/run/run_log_app.h"
#include "orchestrator/load_state_app.h"

namespace franz::orchestrator {
// Held by one orchestrator at a time, with or without a proxy.
static Result<std::unique_ptr<FileLock>> lock_state(const RunDir& run) {
  auto lock = FileLock::take(run.folder(), kStateLockFile,
                             "orchestrator, process " + std::to_string(own_process_id()));
  if (lock.ok()) return std::move(lock).value();
  if (!lock.error().by_other) return Error{lock.error().text};
  const std::string& owner = lock.error().text;
  return Error{"another orchestrator goes on with " + run.path() +
               (owner.empty() ? "" : " (" + owner + ")")};
}

Result<OpenRun, StartFailure> open_run(const std::string& run_dir, Need need, Output& output) {
  Result<Folder> folder = Folder::make(run_dir);
  if (!folder.ok()) return StartFailure{1, "the run folder: " + folder.error().message};
  OpenRun run{RunDir(std::move(folder).value()), nullptr, {}, {}};
  auto lock = lock_state(run.dir);
  if (!lock.ok()) return StartFailure{3, lock.error().message};
  run.lock = std::move(lock).value();
  Result<LoadedLog> log = load_log(run.dir);
  if (!log.ok() && log.error().code != ErrorCode::missing)
    return StartFailure{1, log.error().message};
  const RunStory story = log.ok() ? std::move(log.value().story) : RunStory();
  Result<LoopState> state = load_state(run.dir, story, output);
  if (!state.ok()) return StartFailure{1, state.error().message};
  run.state = std::move(state).value();
  if (need != Need::all_steps) return run;
  Result<std::vector<Step>> steps = load_steps(run.dir, story, run.state);
  if (!steps.ok()) return StartFailure{3, steps.error().message};
  run.steps = std::move(steps).value();
  return run;
}
}  // namespace franz::orchestrator
