#include "common/run/run_folder_app.h"
#include <algorithm>
#include <condition_variable>
#include <iterator>
#include <list>
#include <mutex>
#include <optional>
#include <utility>
#include "common/base/count_text.h"
#include "common/run/run_files.h"

namespace franz {
static constexpr std::size_t kKept = 64UL << 20U;   // bytes that wait for the disk; then some go
static constexpr std::size_t kBehind = 4UL << 20U;  // past it the recorder waits a little
static constexpr std::chrono::milliseconds kShortPatience{2000};
using Clock = std::chrono::steady_clock;

static std::size_t size_of(const RunJob& job) {
  constexpr std::size_t kJob = 256;  // bytes, beside what it carries
  if (const auto* file = std::get_if<SaveFile>(&job)) return file->bytes->size() + kJob;
  if (const auto* piece = std::get_if<StreamPiece>(&job)) return piece->bytes->size() + kJob;
  if (const auto* line = std::get_if<AppendLine>(&job)) return line->line.size() + kJob;
  return kJob;
}

static bool is_about(const RunJob& job) {
  const auto* file = std::get_if<SaveFile>(&job);
  return file != nullptr && file->name == kRunFile;
}

// The other jobs are small, and SHA256SUMS depends on them.
static bool may_be_lost(const RunJob& job) {
  return !is_about(job) &&
         (std::holds_alternative<SaveFile>(job) || std::holds_alternative<AppendLine>(job) ||
          std::holds_alternative<StreamPiece>(job));
}

static void add_file(LostFiles& lost, const std::string& name) {
  ++lost.files;
  if (const std::optional<int> turn = turn_of_file(name)) lost.turns.add(*turn);
}

// A job that will not be done. A stream is lost with its end.
static void add_job(LostFiles& lost, const RunJob& job) {
  if (const auto* file = std::get_if<SaveFile>(&job)) add_file(lost, file->name);
  if (const auto* batch = std::get_if<SaveBatch>(&job))
    add_file(lost, batch_file(batch->first, batch->last));
  if (const auto* end = std::get_if<StreamEnd>(&job); end != nullptr && !end->name.empty())
    add_file(lost, end->name);
  if (std::holds_alternative<AppendLine>(job)) ++lost.lines;
}

std::string to_text(const LostFiles& lost) {
  std::string text;
  if (lost.files > 0) {
    const std::string turns = franz::to_text(lost.turns);
    text = turns.empty() ? count_text(lost.files, "file")
                         : turns + " (" + count_text(lost.files, "file") + ")";
  }
  if (lost.lines > 0) text += (text.empty() ? "" : ", ") + count_text(lost.lines, "log line");
  return text;
}

// Everything but the writer is guarded by the mutex; the writer is its thread's while `working`.
struct RunFolder::Shared {
  explicit Shared(RunFolderOptions o)
      : options(std::move(o)),
        writer(options.path, [this](const std::string& text) { warn(text); }) {}

  using Jobs = std::list<RunJob>;
  void queue(RunJob job);
  void remove(Jobs::iterator job);
  void work();
  bool perform_front(std::unique_lock<std::mutex>& lock);
  void take_front(const Status& done, bool given_up);
  void finish(std::unique_lock<std::mutex>& lock);
  bool give_up_oldest();
  void lose(const RunJob& job);
  std::string untold_text() const;
  void trouble(const std::string& text);
  bool warn(const std::string& text);
  void seal_goes_on(std::size_t done, std::size_t all);
  bool wait_while(std::unique_lock<std::mutex>& lock, std::chrono::milliseconds patience,
                  const std::function<bool()>& busy,
                  Clock::time_point at_most = Clock::time_point::max());
  bool drain(std::unique_lock<std::mutex>& lock);
  void wait_a_little(const std::function<bool(const Shared&)>& busy);

  const RunFolderOptions options;
  RunWriter writer;
  std::mutex mutex;
  std::condition_variable queued, moved;
  Jobs jobs;  // in order; the first one is the thread's while `working`
  // Before it stands none that may be given up for room. The end: there is none at all.
  Jobs::iterator oldest = jobs.end();
  std::size_t bytes = 0;
  bool working = false, failing = false, retry = false;
  bool front_given_up = false;  // lost, unless the write under way succeeds
  bool lost_in_write = false;   // given up during its write, which failed
  bool tell_untold = false;     // now that writing goes on
  bool stalled = false;         // nothing finished for longer than the recorder waits
  bool hurried = false;         // the recorder is to end
  bool silent = false;          // nothing finished for the disk's whole patience
  bool last_try = false;        // what fails from here on is lost
  std::string end_failure;      // why the first of these failed
  bool closing = false, sealing = false, ended = false, abandoned = false;
  unsigned long long finished = 0;  // jobs, for who waits for the disk
  LostFiles lost, untold;
  bool overflowed = false;  // since `untold` was empty: some of it was given up for room
  Result<std::string> seal = Error{"the run was not closed"};
  std::mutex callbacks;  // held while one runs; `abandoned` is set under it too
};

void RunFolder::Shared::trouble(const std::string& text) {
  const std::lock_guard lock(callbacks);
  if (!abandoned && options.trouble) options.trouble(text);
}

bool RunFolder::Shared::warn(const std::string& text) {
  const std::lock_guard lock(callbacks);
  return !abandoned && options.warning && options.warning(text);
}

void RunFolder::Shared::queue(RunJob job) {
  const std::lock_guard lock(mutex);
  if (closing) return;
  retry = true;
  queued.notify_all();
  // Only the newest state of run.json waits.
  if (is_about(job)) {
    for (auto each = jobs.begin(); each != jobs.end(); ++each) {
      if (!is_about(*each) || (working && each == jobs.begin())) continue;
      bytes -= size_of(*each);
      *each = std::move(job);
      bytes += size_of(*each);
      return;
    }
  }
  bytes += size_of(job);
  jobs.push_back(std::move(job));
  if (oldest == jobs.end()) oldest = std::prev(jobs.end());
  while (bytes > kKept && give_up_oldest()) {
  }
}

void RunFolder::Shared::remove(Jobs::iterator job) {
  if (oldest == job) ++oldest;
  jobs.erase(job);
}

void RunFolder::Shared::lose(const RunJob& job) {
  add_job(lost, job);
  add_job(untold, job);
}

std::string RunFolder::Shared::untold_text() const {
  if (untold.empty()) return "";
  const char* const why =
      overflowed ? "more than 64 MiB waited for the disk" : "its beginning was removed";
  return std::string("lost, because ") + why + ": " + to_text(untold);
}

// Of what waits for the disk the oldest is lost. False: there is none but the newest. Linear over
// all calls: what may not be lost is passed over once.
bool RunFolder::Shared::give_up_oldest() {
  if (jobs.empty()) return false;
  const auto newest = std::prev(jobs.end());
  while (oldest != jobs.end() && oldest != newest) {
    const auto each = oldest++;
    if (!may_be_lost(*each)) continue;
    bytes -= size_of(*each);
    overflowed = true;
    if (working && each == jobs.begin()) {
      front_given_up = true;
    } else if (const auto* piece = std::get_if<StreamPiece>(&*each)) {
      *each = StreamBroken{piece->stream};
      bytes += size_of(*each);
    } else {
      lose(*each);
      jobs.erase(each);
    }
    return true;
  }
  return false;
}

// False: it failed, and waits to be tried again.
bool RunFolder::Shared::perform_front(std::unique_lock<std::mutex>& lock) {
  working = true;
  const RunJob& job = jobs.front();
  lock.unlock();
  if (options.before_job) options.before_job();
  const Status done = writer.perform(job);
  const std::vector<std::string> broken = writer.take_broken();
  lock.lock();
  working = stalled = false;
  ++finished;
  moved.notify_all();
  for (const std::string& name : broken) {
    add_file(lost, name);
    if (!end_failure.empty()) continue;  // its pieces failed now: that is told
    add_file(untold, name);
    tell_untold = true;
  }
  const bool given_up = std::exchange(front_given_up, false);
  const bool failed = !done.ok() && !given_up;
  const bool is_news =
      failed ? !std::exchange(failing, true) : done.ok() && std::exchange(failing, false);
  if (!done.ok() && given_up) lost_in_write = true;
  if (done.ok() && (std::exchange(lost_in_write, false) || is_news)) tell_untold = true;
  if (!failed || last_try) take_front(done, given_up);
  if (is_news) {
    lock.unlock();
    trouble(done.ok() ? "" : done.error().message);
    lock.lock();
  }
  return !failed || last_try;
}

// It is written, or lost.
void RunFolder::Shared::take_front(const Status& done, bool given_up) {
  const RunJob over = std::move(jobs.front());
  if (!given_up) bytes -= size_of(over);
  remove(jobs.begin());
  if (done.ok()) return;
  if (!given_up && end_failure.empty()) end_failure = done.error().message;
  if (const auto* piece = std::get_if<StreamPiece>(&over)) {
    jobs.push_front(StreamBroken{piece->stream});
    bytes += size_of(jobs.front());
  } else if (given_up) {
    lose(over);
  } else {
    add_job(lost, over);
  }
}

void RunFolder::Shared::work() {
  std::unique_lock lock(mutex);
  while (true) {
    queued.wait(lock, [this] { return closing || (!jobs.empty() && (!failing || retry)); });
    retry = false;
    while (!jobs.empty() && perform_front(lock)) {
      if (failing || untold.empty() || !std::exchange(tell_untold, false)) continue;
      const std::string text = untold_text();
      lock.unlock();
      const bool told = warn(text);
      lock.lock();
      if (told) {
        untold = {};
        overflowed = false;
      }
    }
    moved.notify_all();
    if (closing && (jobs.empty() || !retry)) break;
  }
  finish(lock);
}

void RunFolder::Shared::seal_goes_on(std::size_t done, std::size_t all) {
  {
    const std::lock_guard quiet(callbacks);
    if (!abandoned && options.sealing) options.sealing(done, all);
  }
  const std::lock_guard lock(mutex);
  ++finished;
  moved.notify_all();
}

void RunFolder::Shared::finish(std::unique_lock<std::mutex>& lock) {
  if (sealing && writer.began()) {
    working = true;
    lock.unlock();
    if (options.before_job) options.before_job();
    Result<std::string> sealed =
        writer.seal([this](std::size_t done, std::size_t all) { seal_goes_on(done, all); });
    lock.lock();
    working = false;
    seal = std::move(sealed);
  }
  if (!seal.ok() && !end_failure.empty())
    seal = Error{"not all files could be written: " + end_failure};
  ended = true;
  moved.notify_all();
}

// Waits while `busy`, as long as the disk finishes something in `patience`, and until `at_most`.
// False: it is busy still.
bool RunFolder::Shared::wait_while(std::unique_lock<std::mutex>& lock,
                                   std::chrono::milliseconds patience,
                                   const std::function<bool()>& busy, Clock::time_point at_most) {
  while (busy()) {
    const unsigned long long before = finished;
    const Clock::time_point until = std::min(Clock::now() + patience, at_most);
    if (!moved.wait_until(lock, until, [&] { return finished != before || !busy(); })) return false;
  }
  return true;
}

// Until each job was tried once more. A disk that is too slow finishes the one that it is at.
// False: it does not answer.
bool RunFolder::Shared::drain(std::unique_lock<std::mutex>& lock) {
  last_try = retry = true;
  queued.notify_all();
  const auto busy = [this] { return !jobs.empty(); };  // sealing is no job
  const Clock::time_point at_most = Clock::now() + options.end_may_take;
  if (wait_while(lock, options.patience, busy, at_most)) return true;
  if (Clock::now() < at_most) return false;
  for (auto each = working ? std::next(jobs.begin()) : jobs.begin(); each != jobs.end();) {
    const auto job = each++;
    if (is_about(*job)) continue;
    add_job(lost, *job);
    bytes -= size_of(*job);
    remove(job);
  }
  return wait_while(lock, options.patience, busy);
}

// For a disk that fails until it was tried again; not again for one that has taken nothing.
void RunFolder::Shared::wait_a_little(const std::function<bool(const Shared&)>& busy) {
  std::unique_lock lock(mutex);
  const bool moved_on = wait_while(lock, kShortPatience, [&] {
    return busy(*this) && (!failing || retry || working) && !stalled && !hurried;
  });
  if (!moved_on) stalled = true;
}

RunFolder::RunFolder(RunFolderOptions options)
    : shared_(std::make_shared<Shared>(std::move(options))),
      marker_(shared_->options.path,
              [shared = shared_](const std::string& text) { shared->warn(text); }) {
  thread_ = std::thread([shared = shared_] { shared->work(); });
}

RunFolder::~RunFolder() {
  if (thread_.joinable()) static_cast<void>(end(false));
}

Status RunFolder::resume(int last, const std::function<bool()>& go_on) {
  std::unique_lock lock(shared_->mutex);
  shared_->moved.wait(lock, [this] { return !shared_->working; });
  return shared_->writer.resume(last, go_on);
}

void RunFolder::save(SaveFile file) { shared_->queue(std::move(file)); }
void RunFolder::stream(StreamPiece piece) { shared_->queue(std::move(piece)); }
void RunFolder::end_stream(StreamEnd end) { shared_->queue(std::move(end)); }
void RunFolder::forget(ForgetFiles files) { shared_->queue(std::move(files)); }
void RunFolder::save_batch(SaveBatch batch) { shared_->queue(batch); }
void RunFolder::append(const std::string& name, std::string line) {
  shared_->queue(AppendLine{name, std::move(line)});
}
void RunFolder::finish_turns(int up_to) { shared_->queue(TurnsFinished{up_to}); }
void RunFolder::remove_runs(std::vector<std::string> folders) {
  shared_->queue(RemoveRuns{std::move(folders)});
}

void RunFolder::wait_for_room() {
  shared_->wait_a_little([](const Shared& s) { return s.bytes > kBehind; });
}

void RunFolder::wait_for_jobs() {
  shared_->wait_a_little([](const Shared& s) { return !s.jobs.empty(); });
}

void RunFolder::hurry() {
  const std::lock_guard lock(shared_->mutex);
  shared_->hurried = true;
  shared_->moved.notify_all();
}

void RunFolder::settle() {
  std::unique_lock lock(shared_->mutex);
  shared_->silent = !shared_->drain(lock);
}

LostFiles RunFolder::lost() const {
  const std::lock_guard lock(shared_->mutex);
  return shared_->lost;
}

Result<std::string> RunFolder::close() { return end(true); }

Result<std::string> RunFolder::end(bool seal) {
  Shared& s = *shared_;
  std::unique_lock lock(s.mutex);
  s.sealing = seal;
  s.closing = s.retry = true;
  s.queued.notify_all();
  const bool ended = !s.silent && s.drain(lock) &&
                     s.wait_while(lock, s.options.patience, [&s] { return !s.ended; });
  lock.unlock();
  if (ended) thread_.join();
  // What failed at the end may be run.json.
  const bool is_told = ended && s.seal.ok() && s.end_failure.empty();
  const bool marked =
      marker_.end(is_told, ended ? s.options.patience : std::chrono::milliseconds(0));
  if (!ended || !marked) {
    const std::lock_guard quiet(s.callbacks);
    s.abandoned = true;
  }
  if (ended) return s.seal;
  lock.lock();
  thread_.detach();
  for (const RunJob& job : s.jobs) add_job(s.lost, job);
  const std::string what = s.lost.empty() ? "" : "; not written: " + to_text(s.lost);
  return Error{"the disk does not answer" + what};
}

bool RunFolder::abandoned() const { return shared_->abandoned; }

std::string RunFolder::untold() const {
  const std::lock_guard lock(shared_->mutex);
  return shared_->untold_text();
}
}  // namespace franz
