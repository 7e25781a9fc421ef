#include "proxy/fork/fork_app.h"
#include <algorithm>
#include <atomic>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include "common/base/sha256.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/os/stdio.h"
#include "common/os/stop_signals.h"
#include "proxy/fork/forked_run.h"
#include "proxy/log/load_run_app.h"
#include "proxy/log/run_claim_app.h"
#include "proxy/printable.h"
#include "proxy/verify/run_walk_app.h"

namespace franz::proxy {
static constexpr int kCannotMake = 3;
static constexpr int kStopped = 130;  // what shells say of a program that Ctrl-C ended

static int fail(int code, const std::string& text) {
  write_standard_error(printable("proxy fork: " + text) + "\n");
  return code;
}

namespace {
// The files of the new folder, and what its SHA256SUMS will say.
class Copies {
 public:
  explicit Copies(std::string folder) : folder_(std::move(folder)) {}

  // The first failure stays.
  void write(const std::string& name, const std::string& bytes) {
    if (!failure_.empty()) return;
    const std::string path = join_path(folder_, name);
    const std::size_t slash = name.rfind('/');
    if (slash != std::string::npos) keep(make_folders(join_path(folder_, name.substr(0, slash))));
    if (failure_.empty()) keep(replace_file(path, bytes, Durability::buffered));
  }
  void write_listed(const std::string& name, const std::string& bytes) {
    write(name, bytes);
    sums_ += to_line({sha256_hex(bytes), name});
  }
  void write_sums() { write(kSumsFile, sums_); }
  const std::string& failure() const { return failure_; }

 private:
  void keep(const Status& status) {
    if (!status.ok()) failure_ = status.error().message;
  }
  const std::string folder_;
  std::string sums_, failure_;
};
}  // namespace

// Which files go along: those of the turns, and full batches.
static bool goes_along(const std::string& name) {
  const RunFilePlace place = place_of(name);
  switch (place.kind) {
    case RunFilePlace::Kind::record:
    case RunFilePlace::Kind::picture:
    case RunFilePlace::Kind::request:
    case RunFilePlace::Kind::response: return true;
    case RunFilePlace::Kind::batch: return place.turn % kBatchTurns == 0;
    default: return false;
  }
}

static std::string turns_there(const std::string& folder) {
  const Result<std::vector<std::string>> names = list_folder(folder);
  if (!names.ok()) return "its turns cannot be listed: " + names.error().message;
  int last = 0;
  for (const std::string& name : names.value())
    last = std::max(last, turn_of_record_file(name).value_or(0));
  if (last == 0) return "no turn of it is recorded yet";
  return "its last recorded turn is " + std::to_string(last);
}

// The drawing as it was after turn N. Failure: it cannot be known.
static Status copy_drawing(const Redraw& redraw, int at, Copies& copies) {
  if (redraw.is_untouched()) return Done{};  // no sandbox
  std::string why;
  const std::optional<std::string> drawn = redraw.drawn_folder(why);
  if (!drawn)
    return Error{"what was on the canvas after turn " + std::to_string(at) +
                 " cannot be told: " + why + "; fork at another turn"};
  for (const char* name : {"sandbox_canvas.bmp", "sandbox_state.json"}) {
    const Result<std::string> bytes = read_file(join_path(*drawn, name));
    if (!bytes.ok()) return bytes.error();
    copies.write(name, bytes.value());
  }
  return Done{};
}

int run_fork(const Options& options) {
  const std::string& runs = options.settings.settings.proxy.runs;
  const Result<std::string> folder = find_run(runs, options.recorded);
  if (!folder.ok()) return fail(2, folder.error().message);
  const std::string turn = "turn " + std::to_string(options.at);
  if (!file_exists(join_path(folder.value(), record_file(options.at))))
    return fail(
        2, turn + " of " + folder.value() + " is not recorded; " + turns_there(folder.value()));

  ignore_broken_pipes();
  static std::atomic<bool> stop = false;
  watch_stop_signals([](int) { stop = true; });
  Result<RunClaim> claim = RunClaim::make(runs);
  if (!claim.ok()) return fail(kCannotMake, "the new run folder: " + claim.error().message);
  RunClaim& made = claim.value();
  Copies copies(made.folder());
  std::optional<TurnRecord> last;
  WalkOptions walk;
  walk.folder = folder.value();
  walk.up_to = options.at;
  walk.stopped = [&copies] { return stop.load() || !copies.failure().empty(); };
  walk.on_turn = [&](const WalkedTurn& walked) {
    for (const auto& [name, bytes] : walked.files)
      if (goes_along(name)) copies.write_listed(name, bytes);
    if (walked.turn == options.at) last = walked.checked.record;
  };
  Result<WalkedRun> walked = walk_run(walk);
  if (!walked.ok()) return fail(1, walked.error().message);
  if (stop) return fail(kStopped, "stopped before the end; nothing was made");
  if (!copies.failure().empty()) return fail(kCannotMake, copies.failure());
  const WalkedRun& run = walked.value();
  if (const auto& first = run.findings.first_bad())
    return fail(1, folder.value() + " is not as it was recorded, so nothing goes on from it: " +
                       to_line(*first));
  if (!last || !run.run) return fail(1, turn + " cannot be read");
  Result<LoopState> state = state_after(*last);
  if (!state.ok()) return fail(1, turn + " cannot be gone on from: " + state.error().message);
  const Result<RunFile> about =
      forked_run(*run.run, options.at, random_hex(16), made.name(), utc_now());
  if (!about.ok()) return fail(1, folder.value() + ": " + about.error().message);
  if (const Status drawn = copy_drawing(*run.redraw, options.at, copies); !drawn.ok())
    return fail(1, drawn.error().message);

  copies.write("state.json", to_json(state.value()));
  copies.write_sums();
  copies.write("run.json", to_json(about.value()) + "\n");  // last: now it is a run
  if (!copies.failure().empty()) return fail(kCannotMake, copies.failure());
  made.keep();
  const std::string name = made.name();
  const Status written = write_standard_output(
      printable(folder.value() + " was forked at " + turn + ": " + made.folder()) +
      "\nIt goes on with: proxy --resume " + printable(name) + "\n");
  return written.ok() ? 0 : 1;
}
}  // namespace franz::proxy
