#include "proxy/offline/verify/verify_app.h"
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include "common/base/ascii.h"
#include "common/base/count_text.h"
#include "common/base/path_parts.h"
#include "common/base/printable.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/os/stdio.h"
#include "common/os/stop_signals.h"
#include "common/run/start_run_app.h"
#include "proxy/command/command_stop_app.h"
#include "proxy/offline/score/opened_bundle_app.h"
#include "proxy/offline/score/verify_bundle_app.h"
#include "proxy/offline/verify/verify_run_app.h"
#include "proxy/offline/verify/verify_text.h"

namespace franz::proxy {
static constexpr std::int64_t kProgressEveryMs = 100;

static int fail_verify(int code, const std::string& text) {
  print_error(command_name() + " verify: " + text);
  return code;
}

namespace {
// A terminal line that is repeatedly overwritten.
class ProgressBar {
 public:
  void show(int turn, double part) {
    if (!line_.is_shown()) return;
    const std::int64_t now = steady_time_ms();
    if (now - shown_ms_ < kProgressEveryMs && part < 1) return;
    shown_ms_ = now;
    line_.show(progress_line(turn, part));
  }
  void clear() { line_.clear(); }

 private:
  StatusLine line_;
  std::int64_t shown_ms_ = steady_time_ms();
};
}  // namespace

// 64 hexadecimal digits in lower case; empty: the text is something else.
static std::string read_seal(std::string text) {
  constexpr std::size_t kDigits = 64;
  text = ascii_lower(text);
  const bool sound =
      text.size() == kDigits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
  return sound ? text : "";
}

// Only a run that has ended and was not resumed has a seal.
static void check_seal(const std::string& seal, VerifiedRun& run) {
  const auto wrong = [&run](std::string text) {
    run.findings.add(bad(FindingCode::seal, 0, kRunLog, "", std::move(text)));
  };
  if (run.being_written) return wrong("the run is still being written, so it has no seal");
  if (run.seal.empty()) return wrong("its last line is not an end, so it has no seal");
  if (seal != run.seal)
    run.findings.add(differs(FindingCode::seal, 0, kRunLog, "seal", seal, run.seal));
}

static int verify_score(const Options& options, const std::string& path, const std::string& seal,
                        const CommandStop& stop) {
  StatusLine line;
  VerifyBundleOptions verify;
  verify.path = path;
  verify.seal = seal;
  verify.draw = !options.fast;
  verify.stop = stop.token();
  verify.on_progress = [&line](std::size_t done, std::size_t all) {
    line.show("  " + std::to_string(done) + " of " + count_text(all, "trial") + " …");
  };
  const Result<VerifiedBundle> verified = verify_bundle(verify);
  line.clear();
  if (!verified.ok()) return fail_verify(2, verified.error().message);
  if (stop.is_asked()) return fail_verify(kStopped, "stopped before the end");
  const Status written = options.json ? print_json(bundle_json(verified.value()))
                                      : print_lines(bundle_report(verified.value()));
  const bool strict = options.strict && !verified.value().not_checked.empty();
  return verified.value().ok() && !strict && written.ok() ? 0 : 1;
}

int run_verify(const Options& options) {
  const CommandStop stop(command_name() + " verify");
  std::string seal;
  if (!options.seal.empty()) {
    seal = read_seal(options.seal);
    if (seal.empty())
      return fail_verify(
          2,
          "--seal: expected the 64 hexadecimal digits that the proxy printed when the "
          "run ended");
  }
  const Result<OpenedBundle> bundle =
      open_named_bundle(options.settings.settings.proxy.runs, options.recorded, stop.token());
  if (!bundle.ok()) return fail_verify(1, bundle.error().message);
  if (!bundle.value().path.empty()) return verify_score(options, bundle.value().path, seal, stop);
  const Result<std::string> folder =
      find_run(options.settings.settings.proxy.runs, options.recorded);
  if (!folder.ok()) return fail_verify(2, folder.error().message);
  ProgressBar bar;
  VerifyRunOptions verify;
  verify.folder = folder.value();
  verify.draw = !options.fast;
  verify.on_progress = [&bar](int turn, double part) { bar.show(turn, part); };
  verify.stop = stop.token();
  Result<VerifiedRun> verified = verify_run(verify);
  bar.clear();
  if (!verified.ok())
    return fail_verify(verified.error().code == ErrorCode::other_version ? 2 : 1,
                       verified.error().message);
  if (stop.is_asked()) return fail_verify(kStopped, "stopped before the end");

  VerifiedRun& run = verified.value();
  if (!seal.empty()) check_seal(seal, run);
  VerifyOutcome outcome;
  outcome.name = last_part(folder.value());
  outcome.turns = run.turns;
  outcome.stories = run.stories;
  outcome.requests = run.requests;
  outcome.drawn = !options.fast;
  if (run.redraw) outcome.pictures = run.redraw->pictures();
  outcome.seal = run.seal;
  outcome.seal_given = !seal.empty();
  outcome.strict = options.strict;
  if (run.imported)
    outcome.imported = printable(run.imported->file.name + " (" + run.imported->agent + " " +
                                 run.imported->agent_version + ")");
  const Status written = options.json ? print_json(verify_json(outcome, run.findings))
                                      : print_lines(verify_report(outcome, run.findings));
  return is_verified(outcome, run.findings) && written.ok() ? 0 : 1;
}
}  // namespace franz::proxy
