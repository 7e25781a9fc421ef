#include "proxy/offline/diff/diff_app.h"
#include <string>
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/os/stop_signals.h"
#include "common/run/start_run_app.h"
#include "proxy/command/command_stop_app.h"
#include "proxy/offline/diff/diff_runs_app.h"

namespace franz::proxy {
static constexpr int kCannotRead = 2;

static int fail_diff(int code, const std::string& text) {
  print_error(command_name() + " diff: " + text);
  return code;
}

int run_diff(const Options& options) {
  const CommandStop stop(command_name() + " diff");
  const std::string& runs = options.settings.settings.proxy.runs;
  const Result<std::string> a = find_run(runs, options.recorded);
  if (!a.ok()) return fail_diff(kCannotRead, a.error().message);
  const Result<std::string> b = find_run(runs, options.other);
  if (!b.ok()) return fail_diff(kCannotRead, b.error().message);
  const Result<RunDiff> diff =
      diff_runs(a.value(), b.value(), [&stop] { return !stop.is_asked(); });
  if (!diff.ok()) return fail_diff(stop.is_asked() ? kStopped : kCannotRead, diff.error().message);
  const Status written =
      options.json ? print_json(diff_json(diff.value())) : print_lines(diff_report(diff.value()));
  return diff.value().is_same() && written.ok() ? 0 : 1;
}
}  // namespace franz::proxy
