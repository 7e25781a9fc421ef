#include "proxy/verify/verify_app.h"
#include <algorithm>
#include <atomic>
#include <cctype>
#include <string>
#include <utility>
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/os/stdio.h"
#include "common/os/stop_signals.h"
#include "proxy/log/load_run_app.h"
#include "proxy/printable.h"
#include "proxy/verify/run_walk_app.h"
#include "proxy/verify/verify_text.h"

namespace franz::proxy {
static constexpr int kStopped = 130;  // what shells say of a program that Ctrl-C ended
static constexpr std::int64_t kProgressEveryMs = 100;

static int fail(int code, const std::string& text) {
  write_standard_error(printable("proxy verify: " + text) + "\n");
  return code;
}

// The run that is meant. One whose run.json is gone is checked all the same, if it has digests.
static Result<std::string> find_recorded(const Options& options) {
  const std::string& runs = options.settings.settings.proxy.runs;
  Result<std::string> found = find_run(runs, options.recorded);
  if (found.ok()) return found;
  for (const std::string& folder : {options.recorded, join_path(runs, options.recorded)})
    if (file_exists(join_path(folder, kSumsFile))) return folder;
  return found;
}

static std::string last_part(std::string path) {
  while (path.size() > 1 && (path.back() == '/' || path.back() == '\\')) path.pop_back();
  const std::size_t slash = path.find_last_of("/\\");
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

namespace {
// A line on the terminal that is written over again and again.
class ProgressBar {
 public:
  void show(int turn, int last) {
    if (!on_) return;
    const std::int64_t now = steady_time_ms();
    if (now - shown_ms_ < kProgressEveryMs && turn < last) return;
    shown_ms_ = now;
    const std::string line = progress_line(turn, last);
    width_ = std::max(width_, line.size());
    static_cast<void>(write_standard_output("\r" + line));
  }
  void clear() {
    if (width_ > 0)
      static_cast<void>(write_standard_output("\r" + std::string(width_, ' ') + "\r"));
    width_ = 0;
  }

 private:
  const bool on_ = output_is_terminal();
  std::int64_t shown_ms_ = steady_time_ms();
  std::size_t width_ = 0;
};
}  // namespace

// 64 hexadecimal digits in lower case; empty: it is something else.
static std::string read_seal(std::string text) {
  constexpr std::size_t kDigits = 64;
  for (char& c : text)
    if (c >= 'A' && c <= 'F') c = static_cast<char>(c - 'A' + 'a');
  const bool sound =
      text.size() == kDigits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
  return sound ? text : "";
}

int run_verify(const Options& options) {
  std::string seal;
  if (!options.seal.empty()) {
    seal = read_seal(options.seal);
    if (seal.empty())
      return fail(2,
                  "--seal: expected the 64 hexadecimal digits that the proxy printed when the "
                  "run ended");
  }
  const Result<std::string> folder = find_recorded(options);
  if (!folder.ok()) return fail(2, folder.error().message);

  ignore_broken_pipes();
  static std::atomic<bool> stop = false;
  watch_stop_signals([](int) { stop = true; });
  ProgressBar bar;
  WalkOptions walk;
  walk.folder = folder.value();
  walk.draw = !options.fast;
  walk.on_progress = [&bar](int turn, int last) { bar.show(turn, last); };
  walk.stopped = [] { return stop.load(); };
  Result<WalkedRun> walked = walk_run(walk);
  bar.clear();
  if (!walked.ok()) return fail(1, walked.error().message);
  if (stop) return fail(kStopped, "stopped before the end");

  WalkedRun& run = walked.value();
  if (!seal.empty() && seal != run.seal)
    run.findings.add(run.seal.empty() ? bad(0, kSumsFile, "", "it is missing, so no seal fits")
                                      : differs(0, kSumsFile, "seal", seal, run.seal));
  VerifyOutcome outcome;
  outcome.name = last_part(folder.value());
  outcome.turns = run.recorded;
  outcome.stories = run.stories;
  outcome.requests = run.requests;
  outcome.drawn = !options.fast;
  if (run.redraw) outcome.pictures = run.redraw->pictures();
  if (run.index.ended) outcome.seal = run.seal;
  outcome.seal_given = !seal.empty();
  const Status written = write_standard_output(verify_report(outcome, run.findings));
  return run.findings.first_bad() || !written.ok() ? 1 : 0;
}
}  // namespace franz::proxy
