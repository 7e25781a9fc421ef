#include "common/run/log_writer_app.h"
#include <algorithm>
#include <condition_variable>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <variant>
#include "common/base/overload.h"
#include "common/base/sha256.h"
#include "common/os/files.h"
#include "common/os/folder.h"
#include "common/os/paths.h"
#include "common/run/derived_files_app.h"
#include "common/run/log_rotation_app.h"
#include "common/run/run_claim_app.h"
#include "common/run/run_dir_app.h"
#include "common/run/run_files.h"

namespace franz {
using Clock = std::chrono::steady_clock;
static constexpr std::chrono::milliseconds kRetryEvery{200};
// If a step takes longer, the disk counts as not responding.
static constexpr std::chrono::milliseconds kStepMayTake{5000};
// Limit for log lines and pieces of long messages that wait for the disk; more are dropped.
static constexpr std::size_t kMostWaiting = 8UL << 20U;  // bytes

namespace {
struct PlainLine {
  std::string name, line;
};
struct SpillPiece {
  std::string spilled, bytes;
};
struct SpillDropped {
  std::string spilled;
  bool broken = false;  // later pieces of it may still come
};
struct OldRuns {
  std::vector<std::string> folders;
};
struct EndOfLog {
  std::optional<Finish> finish;
  std::string time;
};
using WriterJob = std::variant<LogUnit, PlainLine, SpillPiece, SpillDropped, OldRuns, EndOfLog>;

struct Spilled {
  std::uint64_t bytes = 0;
  Sha256 digest;
  bool broken = false;
};
}  // namespace

// The thread owns `dir`, `chain`, `story`, `end`, `spills` and the state of the current job; the
// mutex guards the rest.
struct RunLogWriter::Shared {
  explicit Shared(LogWriterOptions o)
      : options(std::move(o)),
        chain(options.chain),
        story(std::move(options.story)),
        end(options.end) {}

  void queue(WriterJob job, std::size_t bytes);
  void work();
  Status perform(WriterJob& job);
  Status open_folder();
  Status may_write() { return options.before_write ? options.before_write() : Status(Done{}); }
  Status write_unit(LogUnit& unit);
  Status write_line(LogUnit& unit);
  Status name_spilled(LogUnit& unit, const NewFile& file);
  Status add_piece(const SpillPiece& piece);
  Status write_end(const EndOfLog& last);
  void write_batch_before(int turn);
  void remove_runs(const std::vector<std::string>& folders) const;
  void failed(const Status& why, WriterJob& job);
  void succeeded();
  void drop(const std::string& spilled);
  void moved();
  std::string trouble_now() const;

  const LogWriterOptions options;
  std::optional<RunDir> dir;
  LogChain chain;
  RunStory story;
  std::uint64_t end;
  std::map<std::string, Spilled> spills;
  std::size_t written_files = 0;  // of the current unit
  Status given_up = Done{};       // why an entry could not be completed

  mutable std::mutex mutex;
  std::condition_variable queued, progressed;
  std::list<std::pair<WriterJob, std::size_t>> jobs;  // the thread works on the first one
  std::size_t waiting = 0;                            // bytes of lines and pieces
  bool closing = false, ended = false, abandoned = false;
  unsigned long long steps = 0;  // completed system calls, for those who wait for the disk
  // Start of the first job's current step; nothing: no step is running.
  std::optional<Clock::time_point> trying_since;
  bool in_trouble = false;  // the step has run longer than `trouble_after`
  std::string last_trouble;
  int spill_count = 0;
  Result<std::string> seal = Error{"the run was not ended"};
};

void RunLogWriter::Shared::moved() {
  const std::lock_guard lock(mutex);
  ++steps;
  trying_since = Clock::now();
  progressed.notify_all();
}

// Why the disk does not accept writes now; empty: no known reason.
std::string RunLogWriter::Shared::trouble_now() const {
  const std::lock_guard lock(mutex);
  if (in_trouble) return last_trouble;
  const bool stuck = trying_since && Clock::now() - *trying_since >= kStepMayTake;
  return stuck ? "it does not answer" : "";
}

void RunLogWriter::Shared::drop(const std::string& spilled) {
  if (spilled.empty()) return;
  spills.erase(spilled);
  if (dir) static_cast<void>(dir->folder().remove(spilled));
}

// The folder of a resumed run is never created again: its log would be gone.
Status RunLogWriter::Shared::open_folder() {
  if (dir && dir->folder().is_still_there()) return Done{};
  dir.reset();
  Result<Folder> opened = Folder::open(options.folder);
  if (!opened.ok()) return opened.error();
  dir.emplace(std::move(opened).value());
  return Done{};
}

static Status make_folder_for(const Folder& folder, const std::string& name) {
  const std::size_t slash = name.rfind('/');
  return slash == std::string::npos ? Status(Done{}) : folder.make_folder(name.substr(0, slash));
}

Status RunLogWriter::Shared::write_unit(LogUnit& unit) {
  for (; written_files < unit.files.size(); ++written_files) {
    const NewFile& file = unit.files[written_files];
    if (Status may = may_write(); !may.ok()) return may;
    if (Status made = make_folder_for(dir->folder(), file.name); !made.ok()) return made;
    const Status written = file.bytes
                               ? dir->folder().replace(file.name, *file.bytes, Durability::synced)
                               : name_spilled(unit, file);
    if (!written.ok()) return written;
    moved();
  }
  return write_line(unit);
}

// The file list of an attempt, which may lose files that could not be written; null: another entry.
static std::vector<LoggedFile>* listed_in(RunEntry& entry) {
  auto* const attempt = std::get_if<AttemptEntry>(&entry);
  return attempt == nullptr ? nullptr : &attempt->files;
}

// Removes a spilled message from the entry if a piece of it was lost or its file cannot be synced:
// after a failed sync the file's state is unknown and its bytes are gone.
Status RunLogWriter::Shared::name_spilled(LogUnit& unit, const NewFile& file) {
  const auto found = spills.find(file.spilled);
  bool whole = found != spills.end() && !found->second.broken;
  const Folder& folder = dir->folder();
  if (whole) {
    whole = may_write().ok() && folder.sync(file.spilled).ok() &&
            folder.rename(file.spilled, file.name).ok() && may_write().ok() &&
            folder.sync(file.name).ok();
    if (!whole)
      for (const std::string& name : {file.spilled, file.name})
        static_cast<void>(folder.remove(name));
  }
  if (std::vector<LoggedFile>* const listed = listed_in(unit.entry); listed != nullptr) {
    if (!whole)
      std::erase_if(*listed, [&](const LoggedFile& each) { return each.name == file.name; });
    for (LoggedFile& each : *listed)
      if (each.name == file.name)
        each = {file.name, found->second.bytes, found->second.digest.finish()};
  }
  spills.erase(file.spilled);
  return Done{};
}

// First cuts off what an earlier try left of the line: after a failed sync its state is unknown.
Status RunLogWriter::Shared::write_line(LogUnit& unit) {
  if (Status may = may_write(); !may.ok()) return may;
  const std::string text = chain.line(unit.time, unit.entry);
  if (text.size() >= kMaxLogLine)
    return Error{std::string(kRunLog) + ": a line would have " + std::to_string(text.size()) +
                 " bytes"};
  const Result<RunLine> line = parse_run_line(text);  // never write a line that no reader accepts
  if (!line.ok()) return within(std::string(kRunLog) + ": a line is wrong", line.error());
  const std::optional<FileStamp> there = dir->folder().stamp(kRunLog);
  if ((there ? there->bytes : 0) < end)
    return Error{join_path(options.folder, kRunLog) + ": is shorter than what was written"};
  if (there && there->bytes > end)
    if (Status cut = dir->folder().cut(kRunLog, end); !cut.ok()) return cut;
  if (Status done = dir->folder().append(kRunLog, text + "\n"); !done.ok()) return done;
  if (Status done = dir->folder().sync(kRunLog); !done.ok()) return done;
  end += text.size() + 1;
  chain.take(text);
  story.take(line.value());
  if (const auto* attempt = std::get_if<AttemptEntry>(&unit.entry))
    write_batch_before(attempt->turn);
  options.wrote(line.value());
  return Done{};
}

// The batch's attempts are final when the first turn of the next batch is recorded. A batch that
// cannot be written now is written at the end.
void RunLogWriter::Shared::write_batch_before(int turn) {
  if (turn <= kBatchTurns || first_of_batch(turn) != turn || story.attempts(turn)->size() != 1)
    return;
  static_cast<void>(write_batch(*dir, story, turn - kBatchTurns, turn - 1));
}

Status RunLogWriter::Shared::add_piece(const SpillPiece& piece) {
  Spilled& spilled = spills[piece.spilled];
  if (spilled.broken) return Done{};
  if (!dir->folder().append(piece.spilled, piece.bytes).ok()) {
    spilled.broken = true;
    static_cast<void>(dir->folder().remove(piece.spilled));
    return Done{};
  }
  spilled.bytes += piece.bytes.size();
  spilled.digest.update(piece.bytes);
  return Done{};
}

Status RunLogWriter::Shared::write_end(const EndOfLog& last) {
  if (!given_up.ok()) return given_up;
  if (Status may = may_write(); !may.ok()) return may;
  Result<std::vector<LoggedFile>> files = write_derived_files(*dir, story, [this] { moved(); });
  if (!files.ok()) return files.error();
  LogUnit unit{last.time, EndEntry{last.finish, std::move(files).value()}};
  return write_line(unit);
}

void RunLogWriter::Shared::remove_runs(const std::vector<std::string>& folders) const {
  for (const std::string& folder : folders) {
    const Result<Folder> opened = Folder::open(folder);
    if (opened.ok() && is_being_written(opened.value())) continue;  // resumed after it was chosen
    const Status removed = remove_folder(folder);
    if (!removed.ok())
      options.warning("[proxy] keep_runs: an old run could not be removed: " +
                      removed.error().message);
  }
}

Status RunLogWriter::Shared::perform(WriterJob& job) {
  if (Status opened = open_folder(); !opened.ok()) return opened;
  return std::visit(Overload{[this](LogUnit& unit) { return write_unit(unit); },
                             [this](const PlainLine& line) {
                               return franz::append_log(dir->folder(), line.name, line.line + "\n");
                             },
                             [this](const SpillPiece& piece) { return add_piece(piece); },
                             [this](const SpillDropped& dropped) {
                               spills.erase(dropped.spilled);
                               if (dropped.broken) spills[dropped.spilled].broken = true;
                               return dir->folder().remove(dropped.spilled);
                             },
                             [this](const OldRuns& runs) {
                               remove_runs(runs.folders);
                               return Status(Done{});
                             },
                             [this](const EndOfLog& last) { return write_end(last); }},
                    job);
}

// Turns the entry of a client that cannot be paused into `lost`, which must still be written.
static void give_up(LogUnit& unit, const std::string& why) {
  const auto* const attempt = std::get_if<AttemptEntry>(&unit.entry);
  if (attempt == nullptr) return;
  unit.entry = LostEntry{attempt->turn, attempt->attempt, attempt->request, "the disk: " + why};
  unit.files.clear();
  unit.may_be_lost = false;
  if (unit.done) std::exchange(unit.done, {})(false);
}

void RunLogWriter::Shared::failed(const Status& why, WriterJob& job) {
  std::unique_lock lock(mutex);
  last_trouble = why.error().message;
  if (Clock::now() - *trying_since < options.trouble_after) return;
  const bool is_news = !std::exchange(in_trouble, true);
  lock.unlock();
  if (is_news) options.trouble(why.error().message);
  auto* const unit = std::get_if<LogUnit>(&job);
  if (unit == nullptr || !unit->may_be_lost) return;
  for (const NewFile& file : unit->files) drop(file.spilled);
  written_files = 0;
  give_up(*unit, why.error().message);
}

void RunLogWriter::Shared::succeeded() {
  std::unique_lock lock(mutex);
  trying_since.reset();
  const bool is_over = std::exchange(in_trouble, false);
  lock.unlock();
  if (is_over) options.trouble("");
}

void RunLogWriter::Shared::work() {
  std::unique_lock lock(mutex);
  while (true) {
    queued.wait(lock, [this] { return closing || !jobs.empty(); });
    if (jobs.empty()) break;
    WriterJob& job = jobs.front().first;
    if (!trying_since) trying_since = Clock::now();
    const bool is_last_try = closing;
    lock.unlock();
    const Status done = perform(job);
    if (done.ok()) {
      succeeded();
      written_files = 0;
      if (auto* const unit = std::get_if<LogUnit>(&job); unit != nullptr && unit->done)
        unit->done(true);
    } else {
      failed(done, job);
    }
    lock.lock();
    ++steps;
    const bool is_end = std::holds_alternative<EndOfLog>(job);
    if (is_end) seal = done.ok() ? Result<std::string>(chain.last_sha256()) : done.error();
    // At the end each job gets one more try. Log lines never get a retry.
    const bool over = done.ok() || is_last_try || std::holds_alternative<PlainLine>(job);
    // A log with a missing entry gets no end line.
    if (over && !done.ok() && given_up.ok() && std::holds_alternative<LogUnit>(job))
      given_up = done;
    if (over) {
      waiting -= jobs.front().second;
      jobs.pop_front();
    }
    progressed.notify_all();
    if (!over) queued.wait_for(lock, kRetryEvery, [this] { return closing; });
  }
  ended = true;
  progressed.notify_all();
}

void RunLogWriter::Shared::queue(WriterJob job, std::size_t bytes) {
  const std::lock_guard lock(mutex);
  if (closing) return;
  jobs.emplace_back(std::move(job), bytes);
  waiting += bytes;
  queued.notify_all();
}

RunLogWriter::RunLogWriter(LogWriterOptions options)
    : shared_(std::make_shared<Shared>(std::move(options))) {
  std::thread([shared = shared_] { shared->work(); }).detach();
}

RunLogWriter::~RunLogWriter() { static_cast<void>(stop()); }

// Keeps at most one attempt that may be lost: the one being written.
void RunLogWriter::put(LogUnit unit) {
  const std::string trouble = unit.may_be_lost ? shared_->trouble_now() : "";
  if (!trouble.empty()) {
    for (const NewFile& file : unit.files)
      if (!file.spilled.empty()) drop_spill(file.spilled);
    give_up(unit, trouble);
  }
  shared_->queue(std::move(unit), 0);
}

void RunLogWriter::append_log(const std::string& name, std::string line) {
  const std::size_t bytes = line.size();
  {
    const std::lock_guard lock(shared_->mutex);
    if (shared_->waiting + bytes > kMostWaiting) return;
  }
  shared_->queue(PlainLine{name, std::move(line)}, bytes);
}

void RunLogWriter::remove_runs(std::vector<std::string> folders) {
  shared_->queue(OldRuns{std::move(folders)}, 0);
}

std::string RunLogWriter::begin_spill() {
  const std::lock_guard lock(shared_->mutex);
  return "message-" + std::to_string(++shared_->spill_count) + ".tmp";
}

void RunLogWriter::spill(const std::string& spilled, std::string bytes) {
  const std::size_t size = bytes.size();
  bool fits = false;
  {
    const std::lock_guard lock(shared_->mutex);
    fits = shared_->waiting + size <= kMostWaiting;
  }
  if (fits) {
    shared_->queue(SpillPiece{spilled, std::move(bytes)}, size);
  } else {
    shared_->queue(SpillDropped{spilled, true}, 0);
  }
}

void RunLogWriter::drop_spill(const std::string& spilled) {
  shared_->queue(SpillDropped{spilled}, 0);
}

bool RunLogWriter::is_empty() const {
  const std::lock_guard lock(shared_->mutex);
  return shared_->jobs.empty();
}

bool RunLogWriter::wait_empty(std::chrono::milliseconds at_most) {
  std::unique_lock lock(shared_->mutex);
  return shared_->progressed.wait_for(lock, at_most, [this] { return shared_->jobs.empty(); });
}

Status RunLogWriter::stop() {
  Shared& s = *shared_;
  std::unique_lock lock(s.mutex);
  s.closing = true;
  s.queued.notify_all();
  while (!s.ended) {
    const unsigned long long before = s.steps;
    const bool goes_on = s.progressed.wait_for(lock, s.options.patience,
                                               [&] { return s.ended || s.steps != before; });
    if (goes_on) continue;
    s.abandoned = true;
    return Error{"the disk does not answer"};
  }
  return Done{};
}

Result<std::string> RunLogWriter::end(std::optional<Finish> finish, std::string time) {
  shared_->queue(EndOfLog{std::move(finish), std::move(time)}, 0);
  if (const Status stopped = stop(); !stopped.ok()) return stopped.error();
  const std::lock_guard lock(shared_->mutex);
  return shared_->seal;
}

bool RunLogWriter::abandoned() const {
  const std::lock_guard lock(shared_->mutex);
  return shared_->abandoned;
}
}  // namespace franz
