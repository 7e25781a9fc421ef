#include "proxy/offline/verify/verify_app.h"
#include <algorithm>
#include <string>
#include <utility>
#include "common/base/ascii.h"
#include "common/base/path_parts.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/os/folder.h"
#include "common/os/print.h"
#include "common/os/stdio.h"
#include "common/os/stop_signals.h"
#include "common/run/load_run_app.h"
#include "common/run/run_claim_app.h"
#include "proxy/command/command_stop_app.h"
#include "proxy/offline/verify/run_walk_app.h"
#include "proxy/offline/verify/verify_text.h"

namespace franz::proxy {
static constexpr std::int64_t kProgressEveryMs = 100;

static int fail_verify(int code, const std::string& text) {
  print_error("proxy verify: " + text);
  return code;
}

// The run that is meant. One whose run.json is gone is checked all the same, if it has digests, and
// so is one with something else in place of either: that is a finding.
static Result<std::string> find_recorded(const Options& options) {
  const std::string& runs = options.settings.settings.proxy.runs;
  Result<std::string> found = find_run(runs, options.recorded);
  if (found.ok()) return found;
  for (const std::string& path : {options.recorded, join_path(runs, options.recorded)}) {
    const Result<Folder> folder = Folder::open(path);
    if (folder.ok() && (folder.value().kind(kSumsFile) || folder.value().kind(kRunFile)))
      return path;
  }
  return found;
}

namespace {
// A line on the terminal that is written over again and again.
class ProgressBar {
 public:
  void show(int turn, int last) {
    if (!line_.is_shown()) return;
    const std::int64_t now = steady_time_ms();
    if (now - shown_ms_ < kProgressEveryMs && turn < last) return;
    shown_ms_ = now;
    line_.show(progress_line(turn, last));
  }
  void clear() { line_.clear(); }

 private:
  StatusLine line_;
  std::int64_t shown_ms_ = steady_time_ms();
};
}  // namespace

// 64 hexadecimal digits in lower case; empty: it is something else.
static std::string read_seal(std::string text) {
  constexpr std::size_t kDigits = 64;
  text = ascii_lower(text);
  const bool sound =
      text.size() == kDigits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
  return sound ? text : "";
}

// A seal is of a run that has ended, and that nobody has gone on with.
static void check_seal(const std::string& seal, WalkedRun& run) {
  const auto wrong = [&run](std::string text) {
    run.findings.add(bad(0, kSumsFile, "", std::move(text)));
  };
  if (run.being_written) return wrong("the run is being written by a proxy, so no seal fits");
  if (run.seal.empty()) return wrong("it is missing, so no seal fits");
  if (seal != run.seal) return run.findings.add(differs(0, kSumsFile, "seal", seal, run.seal));
  if (!run.index.ended) wrong("it does not list run.json, so it is not that of a run that ended");
}

int run_verify(const Options& options) {
  const CommandStop stop("proxy verify");
  std::string seal;
  if (!options.seal.empty()) {
    seal = read_seal(options.seal);
    if (seal.empty())
      return fail_verify(
          2,
          "--seal: expected the 64 hexadecimal digits that the proxy printed when the "
          "run ended");
  }
  const Result<std::string> folder = find_recorded(options);
  if (!folder.ok()) return fail_verify(2, folder.error().message);
  ProgressBar bar;
  WalkOptions walk;
  walk.folder = folder.value();
  walk.draw = !options.fast;
  walk.on_progress = [&bar](int turn, int last) { bar.show(turn, last); };
  walk.stop = stop.token();
  Result<WalkedRun> walked = walk_run(walk);
  bar.clear();
  if (!walked.ok()) return fail_verify(1, walked.error().message);
  if (stop.is_asked()) return fail_verify(kStopped, "stopped before the end");

  WalkedRun& run = walked.value();
  if (!seal.empty()) check_seal(seal, run);
  VerifyOutcome outcome;
  outcome.name = last_part(folder.value());
  outcome.turns = run.recorded;
  outcome.stories = run.stories;
  outcome.unwitnessed = run.unwitnessed;
  outcome.requests = run.requests;
  outcome.drawn = !options.fast;
  if (run.redraw) outcome.pictures = run.redraw->pictures();
  if (run.index.ended) outcome.seal = run.seal;
  outcome.seal_given = !seal.empty();
  outcome.strict = options.strict;
  const Status written = options.json ? print_json(verify_json(outcome, run.findings))
                                      : print_lines(verify_report(outcome, run.findings));
  return is_verified(outcome, run.findings) && written.ok() ? 0 : 1;
}
}  // namespace franz::proxy
