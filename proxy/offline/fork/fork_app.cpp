#include "proxy/offline/fork/fork_app.h"
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include "common/base/sha256.h"
#include "common/os/clock.h"
#include "common/os/folder.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/os/stop_signals.h"
#include "common/run/load_run_app.h"
#include "common/run/run_claim_app.h"
#include "common/run/run_dir_app.h"
#include "common/run/steps_file.h"
#include "proxy/command/command_stop_app.h"
#include "proxy/offline/fork/forked_run.h"
#include "proxy/offline/verify/run_walk_app.h"

namespace franz::proxy {
static constexpr int kCannotMake = 3;
static constexpr const char* kStoppedText = "stopped before the end; nothing was made";

static int fail_fork(int code, const std::string& text) {
  print_error("proxy fork: " + text);
  return code;
}

namespace {
// The run that is made, and what its SHA256SUMS will say. Its folder is removed again unless it was
// finished; `stop` removes it where the process is ended for it.
class NewRun {
 public:
  // Failure: the folder cannot be made.
  static Result<std::unique_ptr<NewRun>> make(const std::string& runs, CommandStop& stop) {
    std::unique_ptr<NewRun> run(new NewRun(stop));
    const CommandStop::Making making = stop.making();
    stop.set_take_back(making, [made = run.get()] { made->claim_.reset(); });
    Result<RunClaim> claim = RunClaim::make(runs, "proxy fork");
    if (!claim.ok()) return claim.error();
    run->claim_.emplace(std::move(claim).value());
    Result<Folder> folder = Folder::open(run->claim_->folder());
    if (!folder.ok()) return folder.error();
    run->folder_.emplace(std::move(folder).value());
    run->path_ = run->claim_->folder();
    run->name_ = run->claim_->name();
    return run;
  }
  ~NewRun() {
    const CommandStop::Making making = stop_.making();
    stop_.set_take_back(making, {});
    folder_.reset();  // first: on Windows a folder that is open stays
    claim_.reset();
  }
  NewRun(const NewRun&) = delete;
  NewRun& operator=(const NewRun&) = delete;

  const std::string& folder() const { return path_; }
  const std::string& name() const { return name_; }
  const std::string& failure() const { return failure_; }  // the first; empty: none

  void write(const std::string& name, const std::string& bytes) {
    const CommandStop::Making making = stop_.making();
    write(making, name, bytes);
  }
  void write_listed(const std::string& name, const std::string& bytes) {
    write(name, bytes);
    sums_ += franz::to_line({sha256_hex(bytes), name});
  }
  // A file that may be longer than what is held in memory.
  void copy_listed(const RunDir& from, const std::string& name) {
    constexpr std::size_t kPiece = 1U << 20U;
    const auto file = from.open_file(name);
    if (!file.ok()) return keep(file.error());
    Sha256 sum;
    for (std::uint64_t at = 0; failure_.empty() && at < file.value()->size(); at += kPiece) {
      const Result<std::string> piece = file.value()->read(at, kPiece);
      if (!piece.ok()) return keep(piece.error());
      sum.update(piece.value());
      const CommandStop::Making making = stop_.making();
      keep(folder_->append(name, piece.value()));
    }
    sums_ += franz::to_line({sum.finish(), name});
  }
  // Writes SHA256SUMS, and then run.json: now it is a run, and stays. False: there is a failure.
  bool finish(const std::string& run_file) {
    const CommandStop::Making making = stop_.making();
    write(making, kSumsFile, sums_);
    write(making, kRunFile, run_file);
    if (!failure_.empty()) return false;
    stop_.set_take_back(making, {});
    claim_->keep();
    return true;
  }

 private:
  explicit NewRun(CommandStop& stop) : stop_(stop) {}

  void write(const CommandStop::Making& /*making*/, const std::string& name,
             const std::string& bytes) {
    if (!failure_.empty()) return;
    const std::size_t slash = name.rfind('/');
    if (slash != std::string::npos) keep(folder_->make_folder(name.substr(0, slash)));
    if (failure_.empty()) keep(folder_->replace(name, bytes, Durability::buffered));
  }
  void keep(const Status& status) {
    if (!status.ok() && failure_.empty()) failure_ = status.error().message;
  }

  CommandStop& stop_;
  std::optional<RunClaim> claim_;  // this and the folder's files: while making
  std::optional<Folder> folder_;
  std::string path_, name_, sums_, failure_;
};
}  // namespace

// The full batches of the turns up to `at`. Failure: the folder cannot be opened.
static Status copy_batches(const RunIndex& index, const std::string& folder, int at,
                           const CommandStop& stop, NewRun& made) {
  const Result<RunDir> dir = RunDir::open(folder);
  if (!dir.ok()) return dir.error();
  for (const auto& [turn, files] : index.turns)
    for (const IndexedFile& file : files)
      if (turn <= at && file.there && is_full_batch(file.name) && !stop.is_asked())
        made.copy_listed(dir.value(), file.name);
  return Done{};
}

// The lines of the turns up to `at`, where there are any: whoever needs them and finds none makes
// them of the records. Failure: the file cannot be read.
static Status copy_steps(const std::string& folder, int at, NewRun& made) {
  const Result<RunDir> dir = RunDir::open(folder);
  if (!dir.ok()) return dir.error();
  std::string steps;
  int turn = 0;
  const Status read = dir.value().read_lines(kStepsFile, [&](std::string_view line, bool whole) {
    if (whole && ++turn <= at) steps.append(line) += '\n';
    return whole && turn < at;
  });
  if (!read.ok()) return read.error().code == ErrorCode::missing ? Status(Done{}) : read;
  made.write(kStepsFile, steps);
  return Done{};
}

static std::string turns_there(const RunDir& dir) {
  const Result<int> last = dir.last_recorded_turn();
  if (!last.ok()) return "its turns cannot be listed: " + last.error().message;
  if (last.value() == 0) return "no turn of it is recorded yet";
  return "its last recorded turn is " + std::to_string(last.value());
}

// The drawing as it was after turn N. Failure: it cannot be known.
static Status copy_drawing_after_turn(const Redraw& redraw, int at, NewRun& made) {
  if (redraw.is_untouched()) return Done{};  // no sandbox
  std::string why;
  const std::optional<std::string> drawn = redraw.drawn_folder(why);
  if (!drawn)
    return Error{"what was on the canvas after turn " + std::to_string(at) +
                 " cannot be told: " + why + "; fork at another turn"};
  const Result<RunDir> drawing = RunDir::open(*drawn);
  if (!drawing.ok()) return drawing.error();
  for (const char* name : {kCanvasFile, kSandboxStateFile}) {
    const Result<std::string> bytes = drawing.value().read(name);
    if (!bytes.ok()) return bytes.error();
    made.write(name, bytes.value());
  }
  return Done{};
}

int run_fork(const Options& options) {
  CommandStop stop("proxy fork");
  const std::string& runs = options.settings.settings.proxy.runs;
  const Result<std::string> folder = find_run(runs, options.recorded);
  if (!folder.ok()) return fail_fork(2, folder.error().message);
  const std::string turn = "turn " + std::to_string(options.at);
  const Result<RunDir> old = RunDir::open(folder.value());
  if (!old.ok()) return fail_fork(2, old.error().message);
  if (!old.value().folder().kind(record_file(options.at)))
    return fail_fork(
        2, turn + " of " + folder.value() + " is not recorded; " + turns_there(old.value()));

  const Result<std::unique_ptr<NewRun>> begun = NewRun::make(runs, stop);
  if (!begun.ok()) return fail_fork(kCannotMake, "the new run folder: " + begun.error().message);
  NewRun& made = *begun.value();
  std::optional<TurnRecord> last;
  WalkOptions walk;
  walk.folder = folder.value();
  walk.up_to = options.at;
  walk.stop = stop.token();
  walk.on_file = [&](const std::string& name, const std::string& bytes) {
    made.write_listed(name, bytes);
    if (!made.failure().empty()) stop.ask();
  };
  walk.on_turn = [&](int number, const CheckedTurn& checked) {
    if (number == options.at) last = checked.record;
  };
  Result<WalkedRun> walked = walk_run(walk);
  if (!walked.ok()) return fail_fork(1, walked.error().message);
  if (!made.failure().empty()) return fail_fork(kCannotMake, made.failure());
  if (stop.is_asked()) return fail_fork(kStopped, kStoppedText);
  const WalkedRun& run = walked.value();
  if (const auto& first = run.findings.first_bad())
    return fail_fork(
        1, folder.value() +
               " is not as it was recorded, so nothing goes on from it: " + to_line(*first));
  if (const Status copied = copy_batches(run.index, folder.value(), options.at, stop, made);
      !copied.ok())
    return fail_fork(1, copied.error().message);
  if (const Status copied = copy_steps(folder.value(), options.at, made); !copied.ok())
    return fail_fork(1, copied.error().message);
  if (!last || !run.run) return fail_fork(1, turn + " cannot be read");
  Result<LoopState> state = state_after(*last);
  if (!state.ok()) return fail_fork(1, turn + " cannot be resumed: " + state.error().message);
  const Result<RunFile> about =
      forked_run(*run.run, options.at, random_hex(16), made.name(), utc_now());
  if (!about.ok()) return fail_fork(1, folder.value() + ": " + about.error().message);
  if (const Status drawn = copy_drawing_after_turn(*run.redraw, options.at, made); !drawn.ok())
    return fail_fork(1, drawn.error().message);

  made.write(kStateFile, to_json(state.value()));
  if (stop.is_asked()) return fail_fork(kStopped, kStoppedText);
  if (!made.finish(to_json(about.value()) + "\n")) return fail_fork(kCannotMake, made.failure());
  // By its name it is found where the settings say, and not where these flags do.
  const bool flags_say_where =
      !options.config.empty() ||
      std::ranges::any_of(options.held, [](const FlagValue& flag) { return flag.key == "runs"; });
  const std::string name = flags_say_where ? made.folder() : made.name();
  Status written = print_line(folder.value() + " was forked at " + turn + ": " + made.folder());
  if (written.ok())
    written = print_line("It goes on with: " + command_name() + " --resume " + name);
  return written.ok() ? 0 : 1;
}
}  // namespace franz::proxy
