#include "proxy/offline/fork/fork_app.h"
#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>
#include "common/base/printable.h"
#include "common/base/sha256.h"
#include "common/os/clock.h"
#include "common/os/folder.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/os/stop_signals.h"
#include "common/run/run_claim_app.h"
#include "common/run/run_dir_app.h"
#include "common/run/run_log_app.h"
#include "common/run/start_run_app.h"
#include "common/run/state_after.h"
#include "common/wire/state_file.h"
#include "proxy/command/command_stop_app.h"
#include "proxy/offline/verify/verify_run_app.h"

namespace franz::proxy {
static constexpr int kCannotMake = 3;
static constexpr const char* kStoppedText = "stopped before the end; nothing was made";

static int fail_fork(int code, const std::string& text) {
  print_error(command_name() + " fork: " + text);
  return code;
}

namespace {
// The new run. Its destructor removes the folder unless the run was finished; `stop` removes it if
// it ends the process.
class NewRun {
 public:
  // Failure: the folder cannot be created.
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
    folder_.reset();  // first: Windows does not remove an open folder
    claim_.reset();
  }
  NewRun(const NewRun&) = delete;
  NewRun& operator=(const NewRun&) = delete;

  const std::string& folder() const { return path_; }
  const std::string& name() const { return name_; }
  const std::string& failure() const { return failure_; }  // the first one; empty: none

  void write(const std::string& name, const std::string& bytes) {
    const CommandStop::Making making = stop_.making();
    write(making, name, bytes);
  }
  // A file listed in the origin's log.
  void copy(const RunDir& from, const LoggedFile& file) {
    const Result<std::string> bytes = from.read(file.name);
    if (!bytes.ok()) return keep(bytes.error());
    if (sha256_hex(bytes.value()) != file.sha256)
      return keep(Error{file.name + ": it is not what was checked"});
    write(file.name, bytes.value());
  }
  // Writes the log after syncing the files that it lists. From then on the run is kept. Returns
  // false after a failure.
  bool finish(const std::string& log) {
    for (const std::string& name : names_)
      if (failure_.empty() && !stop_.is_asked()) keep(folder_->sync(name));
    const CommandStop::Making making = stop_.making();
    if (stop_.is_asked()) keep(Error{kStoppedText});
    write(making, kRunLog, log);
    if (failure_.empty()) keep(folder_->sync(kRunLog));
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
    if (name != kRunLog) names_.push_back(name);
  }
  void keep(const Status& status) {
    if (!status.ok() && failure_.empty()) failure_ = status.error().message;
  }

  CommandStop& stop_;
  std::optional<RunClaim> claim_;  // guards this and the folder's files with making()
  std::optional<Folder> folder_;
  std::string path_, name_, failure_;
  std::vector<std::string> names_;  // of the written files except the log
};
}  // namespace

// Finds the line of the attempt at turn N that the next turn continues from, by its seq. Failure:
// no attempt can be continued from.
static Result<long long> line_to_fork_at(const RunDir& dir, const RunStory& story, int at) {
  const std::string turn = "turn " + std::to_string(at);
  const LoggedAttempt* const chosen = story.chosen(at);
  if (chosen == nullptr)
    return Error{turn + " of " + dir.path() + " is not recorded; " +
                     (story.last_turn() == 0
                          ? "no turn of it is recorded yet"
                          : "its last recorded turn is " + std::to_string(story.last_turn())),
                 ErrorCode::missing};
  if (chosen->lost) return Error{turn + " was lost; fork at another turn"};
  if (const std::string why = why_not_continued(story.facts()); !why.empty())
    return Error{printable(dir.path() + ": " + why) + ", so it cannot be forked"};
  long long seq = 0;
  RunLogReader log;
  const Status read = log.read(dir, [&](const ReadRunLine& line) {
    const auto* const attempt = std::get_if<AttemptEntry>(&line.line.entry);
    if (attempt != nullptr && attempt->turn == at && attempt->attempt == chosen->attempt)
      seq = line.line.seq;
    return seq == 0;
  });
  if (!read.ok()) return read.error();
  return seq;
}

// Copies the origin's log up to that line with the files that it lists, then adds the line that
// begins the new run. Failure: the log cannot be read.
static Result<std::string> copy_log(const RunDir& dir, long long up_to, const CommandStop& stop,
                                    NewRun& made) {
  std::string text;
  std::set<std::string> copied;
  RunStory story;
  RunLogReader log;
  const Status read = log.read(dir, [&](const ReadRunLine& line) {
    text.append(line.text) += '\n';
    story.take(line.line);
    if (!std::holds_alternative<EndEntry>(line.line.entry))
      for (const LoggedFile& file : files_of(line.line.entry))
        if (copied.insert(file.name).second) made.copy(dir, file);
    return line.line.seq < up_to && made.failure().empty() && !stop.is_asked();
  });
  if (!read.ok()) return read.error();
  const RunFacts& facts = story.facts();
  BeginEntry begin{random_hex(16), made.name(), FRANZ_VERSION, facts.profile, ""};
  begin.addresses.upstream = facts.addresses.upstream;
  begin.addresses.display = facts.addresses.display;
  begin.addresses.program = facts.addresses.program;
  begin.in_force = facts.in_force;
  text += log.chain().line(utc_now(), std::move(begin)) + "\n";
  return text;
}

// The canvas after turn N. Failure: it is unknown.
static Status copy_drawing_after_turn(const Redraw& redraw, int at, NewRun& made) {
  if (redraw.is_untouched()) return Done{};  // no sandbox
  std::string why;
  const std::optional<std::string> drawn = redraw.drawn_folder(why);
  if (!drawn)
    return Error{"the canvas after turn " + std::to_string(at) + " is unknown: " + why +
                 "; fork at another turn"};
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
  CommandStop stop(command_name() + " fork");
  const std::string& runs = options.settings.settings.proxy.runs;
  const Result<std::string> folder = find_run(runs, options.recorded);
  if (!folder.ok()) return fail_fork(2, folder.error().message);
  const std::string turn = "turn " + std::to_string(options.at);
  const Result<RunDir> old = RunDir::open(folder.value());
  if (!old.ok()) return fail_fork(2, old.error().message);
  const Result<LoadedLog> log = load_log(old.value());
  if (!log.ok()) return fail_fork(2, log.error().message);
  const Result<long long> last = line_to_fork_at(old.value(), log.value().story, options.at);
  if (!last.ok())
    return fail_fork(last.error().code == ErrorCode::missing ? 2 : 1, last.error().message);

  VerifyRunOptions verify;
  verify.folder = folder.value();
  verify.up_to = last.value();
  verify.stop = stop.token();
  Result<VerifiedRun> verified = verify_run(verify);
  if (!verified.ok()) return fail_fork(1, verified.error().message);
  if (stop.is_asked()) return fail_fork(kStopped, kStoppedText);
  const VerifiedRun& run = verified.value();
  if (const auto& first = run.findings.first_bad())
    return fail_fork(
        1, folder.value() + " differs from its record, so it cannot be forked: " + to_line(*first));
  const LoggedAttempt* const chosen = log.value().story.chosen(options.at);
  const Result<TurnRecord> record = read_turn_record(old.value(), options.at, chosen->attempt);
  if (!record.ok()) return fail_fork(1, record.error().message);
  const Result<LoopState> state = state_after(record.value());
  if (!state.ok()) return fail_fork(1, turn + " cannot be resumed: " + state.error().message);

  const Result<std::unique_ptr<NewRun>> begun = NewRun::make(runs, stop);
  if (!begun.ok()) return fail_fork(kCannotMake, "the new run folder: " + begun.error().message);
  NewRun& made = *begun.value();
  const Result<std::string> text = copy_log(old.value(), last.value(), stop, made);
  if (!text.ok()) return fail_fork(1, text.error().message);
  if (const Status drawn = copy_drawing_after_turn(*run.redraw, options.at, made); !drawn.ok())
    return fail_fork(1, drawn.error().message);
  made.write(kStateFile, to_json(state.value()));
  const bool is_made = !stop.is_asked() && made.finish(text.value());
  if (!is_made && stop.is_asked()) return fail_fork(kStopped, kStoppedText);
  if (!is_made) return fail_fork(kCannotMake, made.failure());
  // Print only the name if the settings find the run by it; these flags may point elsewhere.
  const bool flags_say_where =
      !options.config.empty() ||
      std::ranges::any_of(options.held, [](const FlagValue& flag) { return flag.key == "runs"; });
  const std::string name = flags_say_where ? made.folder() : made.name();
  Status written = print_line(folder.value() + " was forked at " + turn + ": " + made.folder());
  if (written.ok()) written = print_line("Resume it with: " + command_name() + " --resume " + name);
  return written.ok() ? 0 : 1;
}
}  // namespace franz::proxy
