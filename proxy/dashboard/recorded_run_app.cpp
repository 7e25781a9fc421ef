#include "proxy/dashboard/recorded_run_app.h"
#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <utility>
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/run/run_claim_app.h"

namespace franz::proxy {
static constexpr std::size_t kLogTail = 256UL << 10U;  // of an older log: what the page keeps
static constexpr std::size_t kLogPiece = 1UL << 20U;
// A listing of 10,000 turns costs milliseconds; the records to come are asked for by name.
static constexpr std::int64_t kListEveryMs = 30'000;
static constexpr int kTurnsBack = 2, kTurnsAhead = 4;  // a turn may be replaced, or never come
static constexpr std::size_t kMaxProblems = 1000;
static constexpr std::size_t kManyTurns = 200;             // worth threads of their own
static constexpr std::uint64_t kLargeRecord = 1UL << 20U;  // never read by two threads at once

RecordedRun::RecordedRun(std::string folder) : folder_(std::move(folder)) {
  tails_ = {{"proxy.log", "proxy"}, {"orchestrator.log", "orchestrator"}};
  view_.set_folder(folder_);
}

Status RecordedRun::about() const {
  if (run_problem_.empty()) return Done{};
  return Error{run_problem_};
}

void RecordedRun::tell(const ViewUpdate& update, Events& events) {
  for (std::string& event : view_.apply(update)) events.push_back(std::move(event));
}

void RecordedRun::problem(const std::string& text, Events& events) {
  if (problems_.size() < kMaxProblems) problems_.push_back(text);
  tell(LogLine{utc_text(static_cast<double>(unix_time_ms())), "warning", "proxy",
               "not read: " + text},
       events);
}

std::vector<std::string> RecordedRun::refresh(const std::function<bool()>& wanted) {
  Events events;
  // Opened anew at each look: the folder may have been removed and made again.
  bool being_written = false;
  if (const Result<RunDir> dir = RunDir::open(folder_); dir.ok()) {
    being_written = is_being_written(dir.value().folder());
    read_about(dir.value(), events);
    read_records(dir.value(), wanted, events);
    read_logs(dir.value(), events);
  } else {
    cannot_be_read(dir.error().message, events);
  }
  tell_state(being_written, events);
  return events;
}

void RecordedRun::cannot_be_read(const std::string& why, Events& events) {
  if (why != run_problem_) problem(why, events);
  run_problem_ = why;
}

void RecordedRun::read_about(const RunDir& dir, Events& events) {
  const std::optional<FileStamp> stamp = dir.folder().stamp(kRunFile);
  if (stamp && stamp == run_stamp_) return;
  const bool first = !run_stamp_;
  run_stamp_ = stamp;
  const Result<std::string> text = dir.read(kRunFile);
  if (!text.ok()) return cannot_be_read(text.error().message, events);
  Result<RunFile> read = parse_run_file(text.value());
  if (!read.ok())
    return cannot_be_read(join_path(folder_, kRunFile) + ": " + read.error().message, events);
  run_problem_.clear();
  std::vector<std::string> news;
  const std::vector<RunChange>& changes = read.value().changes;
  for (std::size_t i = run_.changes.size(); !first && i < changes.size(); ++i)
    news.push_back(changes[i].text);
  run_ = std::move(read).value();
  tell(RunUpdate{run_, news}, events);
}

// The turns whose record files may be new.
std::vector<int> RecordedRun::turns_to_look_at(const RunDir& dir, Events& events) {
  std::vector<int> turns;
  const int last = known_.empty() ? 0 : known_.rbegin()->first;
  const RunDir::RecordStamps stamps = dir.record_stamps(last);
  const std::int64_t now_ms = steady_time_ms();
  const bool due = stamps != folder_stamps_ && now_ms - listed_ms_ >= kListEveryMs;
  if (!loaded_ || due) {
    const Result<std::vector<int>> there = dir.recorded_turns();
    if (!there.ok()) problem(there.error().message, events);
    // Only new ones: a record is replaced while it is among the last ones, if at all.
    for (const int turn : there.ok() ? there.value() : std::vector<int>())
      if (!known_.contains(turn)) turns.push_back(turn);
    if (there.ok()) folder_stamps_ = stamps;  // else they are listed again when it is due
    listed_ms_ = now_ms;
    if (!loaded_) return turns;
  }
  int end = last + kTurnsAhead;
  for (int turn = std::max(1, last - kTurnsBack); turn <= end; ++turn) {
    const std::optional<FileStamp> found = dir.folder().stamp(record_file(turn));
    if (!found) continue;
    const auto known = known_.find(turn);
    if (known != known_.end() && known->second == *found) continue;
    turns.push_back(turn);
    end = std::max(end, turn + kTurnsAhead);
  }
  return turns;
}

namespace {
struct StampedRow {
  FileStamp stamp;
  Result<TurnRow> row = Error{};
};
}  // namespace

// Nothing: the file is gone again, or it is the one that is known.
static std::optional<StampedRow> read_stamped_row(const RunDir& dir, int turn,
                                                  const std::map<int, FileStamp>& known,
                                                  std::mutex& large) {
  const std::string name = record_file(turn);
  const std::optional<FileStamp> stamp = dir.folder().stamp(name);
  const auto before = known.find(turn);
  if (stamp && before != known.end() && before->second == *stamp) return std::nullopt;
  std::unique_lock one_at_a_time(large, std::defer_lock);
  if (stamp && stamp->bytes > kLargeRecord) one_at_a_time.lock();
  const Result<std::string> text = dir.read(name);
  // What is no file has no stamp; it is told once, as what it was when it was found.
  const FileStamp seen = stamp.value_or(FileStamp{});
  if (!text.ok() && text.error().code == ErrorCode::missing) return std::nullopt;
  if (!text.ok()) return StampedRow{seen, text.error()};
  const Result<TurnRecord> record = parse_turn_record(text.value());
  if (!record.ok()) return StampedRow{seen, within(name, record.error())};
  if (record.value().turn != turn) return StampedRow{seen, Error{name + ": /turn: not the file's"}};
  return StampedRow{seen, row_of(record.value())};
}

// As many turns as there was time for, in order; the first load of a long run uses several
// processors.
static std::vector<std::optional<StampedRow>> read_stamped_rows(
    const RunDir& dir, const std::vector<int>& turns, const std::map<int, FileStamp>& known,
    const std::function<bool()>& wanted) {
  std::vector<std::optional<StampedRow>> read(turns.size());
  std::atomic<std::size_t> next = 0, done = 0;
  std::mutex large;
  const auto work = [&] {
    while (wanted()) {
      const std::size_t i = next++;
      if (i >= turns.size()) return;
      read[i] = read_stamped_row(dir, turns[i], known, large);
      ++done;
    }
  };
  std::vector<std::thread> helpers;
  const std::size_t processors = std::min<std::size_t>(std::thread::hardware_concurrency(), 4);
  while (turns.size() > kManyTurns && helpers.size() + 1 < processors) helpers.emplace_back(work);
  work();
  for (std::thread& helper : helpers) helper.join();
  // Each took the next one and finished it: what is done is a beginning without holes.
  read.resize(done);
  return read;
}

void RecordedRun::read_records(const RunDir& dir, const std::function<bool()>& wanted,
                               Events& events) {
  const std::vector<int> turns = turns_to_look_at(dir, events);
  const std::vector<std::optional<StampedRow>> read = read_stamped_rows(dir, turns, known_, wanted);
  std::vector<TurnRow> rows;
  for (std::size_t i = 0; i < read.size(); ++i) {
    if (!read[i]) continue;
    known_[turns[i]] = read[i]->stamp;
    if (read[i]->row.ok()) {
      rows.push_back(read[i]->row.value());
    } else {
      problem(read[i]->row.error().message, events);
    }
  }
  if (!rows.empty()) {
    if (loaded_) {
      tell(RowsFound{std::move(rows)}, events);
    } else {
      tell(RowsLoaded{std::move(rows)}, events);
    }
  }
  loaded_ = loaded_ || read.size() == turns.size();
}

std::vector<LogLine> RecordedRun::read_tail(const RunDir& dir, Tail& tail, Events& events) {
  const auto file = dir.open_file(tail.file);
  if (!file.ok()) {
    const bool there = file.error().code != ErrorCode::missing;
    if (there && !std::exchange(tail.told, true)) problem(file.error().message, events);
    return {};
  }
  const std::uint64_t size = file.value()->size();
  const bool first = !std::exchange(tail.begun, true);
  if (first && size > kLogTail) tail.offset = size - kLogTail;
  if (size < tail.offset) tail.offset = 0;  // a new file: the old one was rotated away
  if (size == tail.offset) return {};
  const Result<std::string> bytes = file.value()->read(tail.offset, kLogPiece);
  if (!bytes.ok()) return {};
  std::string_view text = bytes.value();
  if (first && tail.offset > 0) {  // a line was cut
    const std::size_t end = std::min(text.find('\n'), text.size() - 1);
    text.remove_prefix(end + 1);
    tail.offset += end + 1;
  }
  std::vector<LogLine> lines;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    lines.push_back(parse_log_line(text.substr(0, end), tail.source));
    text.remove_prefix(end + 1);
    tail.offset += end + 1;
  }
  if (lines.empty() && bytes.value().size() == kLogPiece) tail.offset += text.size();  // no line
  return lines;
}

void RecordedRun::read_logs(const RunDir& dir, Events& events) {
  std::vector<LogLine> lines;
  for (Tail& tail : tails_)
    for (LogLine& line : read_tail(dir, tail, events)) lines.push_back(std::move(line));
  std::stable_sort(lines.begin(), lines.end(), [](const LogLine& left, const LogLine& right) {
    return left.time < right.time;
  });
  for (const LogLine& line : lines) tell(line, events);
}

void RecordedRun::tell_state(bool being_written, Events& events) {
  ProgramUpdate state{"finished", run_.finish ? run_.finish->text : "", "", std::nullopt};
  if (being_written) state = {"running", "another program writes this run", "", {}};
  if (const std::optional<TurnRow> last = view_.all_rows().last()) state.since = last->time;
  const std::string told = state.program + " " + state.why;
  if (std::exchange(told_state_, told) != told) tell(state, events);
}
}  // namespace franz::proxy
