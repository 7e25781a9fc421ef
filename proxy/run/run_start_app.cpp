#include "proxy/run/run_start_app.h"
#include <utility>
#include "common/os/files.h"
#include "common/run/run_files.h"

namespace franz::proxy {
static Result<StartedRun, StartFailure> start_run(const Options& options,
                                                  const std::function<bool()>& go_on) {
  const std::string& runs = options.settings.settings.proxy.runs;
  if (options.resume.empty()) return start_new_run(runs, "proxy", options.run_name);
  const Result<std::string> folder = find_run(runs, options.resume);
  if (!folder.ok()) return StartFailure{2, "--resume: " + folder.error().message};
  if (file_exists(join_path(folder.value(), kTaskFile)))
    return StartFailure{2, "--resume: " + folder.value() +
                               ": a trial is not resumed, because what was open on its display is "
                               "gone; perform the task again"};
  auto resumed = resume_run(folder.value(), "proxy", MissingRun::refuse, go_on);
  if (!resumed.ok())
    return StartFailure{resumed.error().exit_code, "--resume: " + resumed.error().text};
  return resumed;
}

Result<RunStart, StartFailure> prepare_run(const Options& options,
                                           const std::function<bool()>& go_on) {
  auto started = start_run(options, go_on);
  if (!started.ok()) return started.error();
  const Size& canvas = options.settings.settings.surface.canvas;
  RunStart start{std::move(started).value(), "", options.settings.settings.proxy.runs,
                 std::to_string(canvas.width) + "x" + std::to_string(canvas.height)};
  start.folder = start.run.claim.folder();
  if (!options.resume.empty())
    start.canvas = canvas_of(start.run.log.story.facts()).value_or(start.canvas);
  if (!start.run.finished) set_in_force(start.run, options.settings);
  return start;
}
}  // namespace franz::proxy
