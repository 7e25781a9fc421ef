#include "proxy/dashboard/recorded_run_app.h"
#include <algorithm>
#include <set>
#include <utility>
#include <variant>
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/run/input_stop_app.h"
#include "common/run/run_claim_app.h"
#include "common/run/turn_record.h"

namespace franz::proxy {
static constexpr std::size_t kLogTail = 256UL << 10U;  // bytes of an older log that the page keeps
static constexpr std::size_t kLogPiece = 1UL << 20U;
static constexpr std::size_t kMaxProblems = 1000;

RecordedRun::RecordedRun(std::string folder) : folder_(std::move(folder)) {
  tails_ = {{kProxyLog, "proxy"}, {kOrchestratorLog, "orchestrator"}};
  view_.set_folder(folder_);
}

Status RecordedRun::about() const {
  if (story_.begun()) return Done{};
  return Error{log_problem_.empty() ? join_path(folder_, kRunLog) + ": it has no line yet"
                                    : log_problem_};
}

void RecordedRun::apply(const ViewUpdate& update, Events& events) {
  for (std::string& event : view_.apply(update)) events.push_back(std::move(event));
}

void RecordedRun::problem(const std::string& text, Events& events) {
  if (problems_.size() < kMaxProblems) problems_.push_back(text);
  apply(LogLine{utc_text(static_cast<double>(unix_time_ms())), "warning", "proxy",
                "not read: " + text},
        events);
}

std::vector<std::string> RecordedRun::refresh(const std::function<bool()>& wanted) {
  Events events;
  bool being_written = false;
  std::optional<std::string> stopped;
  const Result<RunDir> dir = RunDir::open(folder_);
  std::string trouble = log_problem_;
  if (dir.ok()) {
    being_written = is_being_written(dir.value().folder());
    read_log(dir.value(), wanted, events);
    read_logs(dir.value(), events);
    if (being_written && story_.facts().made_by == kMadeByServer)
      stopped = input_stop(dir.value().folder());
  } else {
    log_problem_ = dir.error().message;
  }
  if (!log_problem_.empty() && log_problem_ != trouble) problem(log_problem_, events);
  update_state(being_written, stopped, events);
  return events;
}

void RecordedRun::read_log(const RunDir& dir, const std::function<bool()>& wanted, Events& events) {
  std::vector<std::string> changes;  // events for the watchers
  std::set<int> turns;
  bool facts = false, whole = true;
  const Status read = reader_.read(dir, [&](const ReadRunLine& line) {
    story_.take(line.line);
    if (const auto* attempt = std::get_if<AttemptEntry>(&line.line.entry)) {
      turns.insert(attempt->turn);
      // It identifies the attempt at the turn before that the run continues from.
      if (!turns.contains(attempt->turn - 1)) turns.insert(attempt->turn - 1);
    } else {
      facts = true;
    }
    if (loaded_) {
      RunFacts of_line;
      take(of_line, line.line);
      for (RunChange& change : of_line.changes) changes.push_back(std::move(change.text));
    }
    return whole = wanted();
  });
  log_problem_ = read.ok() ? "" : read.error().message;
  if (facts) report_facts(dir, std::move(changes), events);
  std::vector<TurnRow> rows;
  for (const int turn : turns) {
    const LoggedAttempt* const shown = story_.shown(turn);
    const TurnRow* const known = view_.all_rows().find(turn);
    if (shown != nullptr && (known == nullptr || !(*known == shown->row)))
      rows.push_back(shown->row);
  }
  if (!rows.empty())
    apply(loaded_ ? ViewUpdate(RowsFound{std::move(rows)}) : RowsLoaded{std::move(rows)}, events);
  loaded_ = loaded_ || whole;
}

void RecordedRun::report_facts(const RunDir& dir, std::vector<std::string> changes,
                               Events& events) {
  RunFacts facts = story_.facts();
  if (facts.ended) facts.seal = reader_.chain().last_sha256();
  Result<SettingsInForce> settings = settings_of(dir, facts.in_force);
  if (settings.ok()) {
    facts.in_force = std::move(settings).value();
  } else {
    problem(settings.error().message, events);
  }
  apply(RunUpdate{std::move(facts), std::move(changes)}, events);
}

std::vector<LogLine> RecordedRun::read_tail(const RunDir& dir, Tail& tail, Events& events) {
  const auto file = dir.open_file(tail.file);
  if (!file.ok()) {
    const bool there = file.error().code != ErrorCode::missing;
    if (there && !std::exchange(tail.reported, true)) problem(file.error().message, events);
    return {};
  }
  const std::uint64_t size = file.value()->size();
  const bool first = !std::exchange(tail.begun, true);
  if (first && size > kLogTail) tail.offset = size - kLogTail;
  if (size < tail.offset) tail.offset = 0;  // a new file after a rotation
  if (size == tail.offset) return {};
  const Result<std::string> bytes = file.value()->read(tail.offset, kLogPiece);
  if (!bytes.ok()) return {};
  std::string_view text = bytes.value();
  if (first && tail.offset > 0) {  // starts within a line
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
  if (lines.empty() && bytes.value().size() == kLogPiece) tail.offset += text.size();  // long line
  return lines;
}

void RecordedRun::read_logs(const RunDir& dir, Events& events) {
  std::vector<LogLine> lines;
  for (Tail& tail : tails_)
    for (LogLine& line : read_tail(dir, tail, events)) lines.push_back(std::move(line));
  std::stable_sort(lines.begin(), lines.end(), [](const LogLine& left, const LogLine& right) {
    return left.time < right.time;
  });
  for (const LogLine& line : lines) apply(line, events);
}

void RecordedRun::update_state(bool being_written, const std::optional<std::string>& stopped,
                               Events& events) {
  const std::optional<Finish>& finish = story_.facts().finish;
  ProgramUpdate state{"finished", finish ? finish->text : "", "", std::nullopt};
  if (being_written) state = {"running", "another program writes this run", "", {}};
  if (const TurnRow* last = view_.all_rows().last()) state.since = last->time;
  const std::string now = state.program + " " + state.why;
  if (std::exchange(reported_state_, now) != now) apply(state, events);
  if (std::exchange(reported_stop_, stopped) == stopped) return;
  LoopUpdate loop;
  if (stopped) loop = {"paused", *stopped, state.since, std::nullopt, 0, PauseCause::panic};
  apply(loop, events);
}
}  // namespace franz::proxy
