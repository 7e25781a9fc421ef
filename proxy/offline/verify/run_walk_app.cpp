#include "proxy/offline/verify/run_walk_app.h"
#include <algorithm>
#include <chrono>
#include <deque>
#include <future>
#include <memory>
#include <set>
#include <utility>
#include "common/run/reply_marks.h"
#include "common/run/run_claim_app.h"
#include "common/run/run_dir_app.h"
#include "common/run/run_state_app.h"
#include "common/run/steps_file.h"
#include "common/run/turn_record.h"
#include "common/wire/state_file.h"
#include "proxy/offline/verify/listed_files_app.h"
#include "proxy/offline/verify/member_check.h"
#include "proxy/offline/verify/redraw_thread_app.h"
#include "proxy/offline/verify/turn_loader_app.h"
#include "proxy/offline/verify/turn_sequence.h"
#include "proxy/offline/verify/whole_run_check.h"

namespace franz::proxy {
namespace {
// The findings of a run in the order of its turns, though what is drawn is found later.
class FindingsInOrder {
 public:
  explicit FindingsInOrder(Findings& findings) : findings_(findings) {}

  void add(std::vector<Finding> found) {
    take(false);
    if (waiting_.empty()) return keep(std::move(found));
    if (!found.empty()) waiting_.push_back({std::move(found), {}});
  }
  void add(RedrawThread::Found found) { waiting_.push_back({{}, std::move(found)}); }

  // Waits for all that is being found.
  void settle() { take(true); }

 private:
  struct Waiting {
    std::vector<Finding> found;
    RedrawThread::Found later;  // not valid: there is nothing to wait for
  };

  void keep(std::vector<Finding> found) {
    for (Finding& finding : found) findings_.add(std::move(finding));
  }

  void take(bool wait) {
    for (; !waiting_.empty(); waiting_.pop_front()) {
      Waiting& next = waiting_.front();
      if (next.later.valid()) {
        const auto now = std::chrono::seconds(0);
        if (!wait && next.later.wait_for(now) != std::future_status::ready) return;
        next.found = next.later.get();
      }
      keep(std::move(next.found));
    }
  }

  Findings& findings_;
  std::deque<Waiting> waiting_;
};

class Walk {
 public:
  Walk(const WalkOptions& options, RunDir dir);
  Result<WalkedRun> go();

 private:
  // What is drawn again when the turn after it was read: only that tells whether it was made twice.
  struct Drawn {
    int turn = 0;
    std::optional<TurnRecord> record;
    std::optional<Reply> reply;  // before it
    std::optional<std::string> picture;
    bool is_reshaped = false;        // CheckedTurn's
    std::string doubt;               // Redraw's; empty: none
    bool may_be_made_again = false;  // after the next turn was made
  };

  void add(std::vector<Finding> findings) { found_.add(std::move(findings)); }
  void compare_digest(const IndexedFile& file);
  void read_run();
  void read_state();
  void read_marks();
  bool is_stopped() const { return options_.stop.stop_requested(); }
  void turn(LoadedTurn loaded, TurnCheck& check);
  void draw(Drawn next, const CheckedTurn& checked);
  void give_up(int turn, std::string why);
  void draw_waiting();
  void skip_gap(int first, int last, TurnCheck& check);
  std::string doubt_at(int turn, const CheckedTurn& checked) const;
  void compare_state(int turn, const TurnCheck& check);
  void check_turns(TurnCheck& check);
  void walk();
  void compare_mark(int turn, const CheckedTurn& checked);
  void marked_later();
  void whole_run();
  void steps();
  void canvas();

  const WalkOptions& options_;
  WalkedRun walked_;
  FindingsInOrder found_;
  ListedFiles files_;
  ReplyMarks marks_;                     // of a run that nobody writes now
  TurnRanges recorded_;                  // turns with a record, so far
  std::optional<LoopState> state_;       // of a run that has ended
  std::optional<bool> story_is_sound_;   // its story is the reply; nothing: that is not known
  std::set<int> older_records_;          // is_record_older or may_have_later_reply
  std::set<int> made_again_unrecorded_;  // CheckedTurn::is_made_again_unrecorded
  std::optional<Drawn> waiting_;
  std::optional<RedrawThread> drawing_;  // while turns are drawn
};
}  // namespace

Walk::Walk(const WalkOptions& options, RunDir dir)
    : options_(options),
      found_(walked_.findings),
      files_(std::move(dir), options.on_file, options.stop) {}

void Walk::compare_digest(const IndexedFile& file) {
  std::vector<Finding> findings;
  files_.compare_digest(file, findings);
  add(std::move(findings));
}

void Walk::read_run() {
  const Result<std::string> text = files_.dir().read(kRunFile);
  Result<RunFile> run = text.ok() ? parse_run_file(text.value()) : Result<RunFile>(text.error());
  if (run.ok()) {
    walked_.run = std::move(run).value();
    add(check_run_members(text.value(), *walked_.run));
    add(check_run_memory(*walked_.run));
    if (const std::string lost = to_text(walked_.run->lost_turns); !lost.empty())
      add({note(0, "run.json tells that something of " + lost + " could not be recorded")});
  } else {
    const bool missing = !text.ok() && text.error().code == ErrorCode::missing;
    add({bad(0, kRunFile, "", missing ? "it is missing" : run.error().message)});
  }
}

void Walk::read_state() {
  if (!files_.index().ended || !files_.dir().folder().has_file(kStateFile)) return;
  const Result<std::string> text = files_.dir().read(kStateFile);
  Result<LoopState> read = text.ok() ? parse_loop_state(text.value()) : text.error();
  if (read.ok()) {
    state_ = std::move(read).value();
    const bool same = walked_.run && wrote_turn(*walked_.run, std::max(state_->turn, 1));
    add(check_state_members(text.value(), *state_, same));
  } else {
    add({bad(0, kStateFile, "", read.error().message)});
  }
}

void Walk::read_marks() {
  if (walked_.being_written) return;
  const Result<ReplyMarks> marks = read_reply_marks(files_.dir());
  if (!marks.ok())
    return add({unchecked(0, files_.dir().problem_of(kReplyMarksFile, marks.error()))});
  marks_ = marks.value();
  if (marks_.damaged > 0) add({unchecked(0, damaged_marks(marks_))});
}

// The run was resumed from a reply to that turn: the turn is over, whatever became of its record.
static bool went_on_from(const std::optional<RunFile>& run, int turn) {
  if (!run) return false;
  return std::ranges::any_of(run->changes, [turn](const RunChange& change) {
    return change.reply && change.reply->turn == turn;
  });
}

void Walk::turn(LoadedTurn loaded, TurnCheck& check) {
  TurnFiles& files = loaded.files;
  const int number = files.turn;
  files.last = number == files_.index().last_turn && !(state_ && state_->turn >= number) &&
               !went_on_from(walked_.run, number) && marks_.last() < number;
  files.ended = files_.index().ended;
  std::size_t next = 0;
  const auto next_attempt = [&]() -> std::optional<StoredAttempt> {
    while (!is_stopped()) {
      StoredAttempt stored;
      if (next < loaded.attempts.size()) {
        stored = std::move(loaded.attempts[next++]);
      } else if (!loaded.unread.empty()) {
        const auto first = loaded.unread.extract(loaded.unread.begin());
        stored = files_.load_attempt(first.key(), first.mapped(), loaded.findings);
      } else {
        break;
      }
      if (stored.request || stored.response) return stored;
    }
    return std::nullopt;
  };
  CheckedTurn checked = check.next(files, next_attempt, std::move(loaded.read));
  add(std::move(loaded.findings));
  const bool recorded = checked.record.has_value();
  if (walked_.being_written && files.last && !recorded) {
    // Its files are being made at this moment.
    std::erase_if(checked.findings,
                  [](const Finding& each) { return each.kind != Finding::Kind::bad; });
    checked.findings.push_back(note(number, "it is being made now"));
  }
  add(std::exchange(checked.findings, {}));
  if (recorded) {
    ++walked_.recorded;
    recorded_.add(number);
    compare_mark(number, checked);
  }
  if (checked.is_record_older || checked.may_have_later_reply) older_records_.insert(number);
  if (checked.is_made_again_unrecorded) made_again_unrecorded_.insert(number);
  walked_.stories += checked.stories;
  if (checked.record && checked.record->verdict == kUnwitnessed) ++walked_.unwitnessed;
  walked_.requests += checked.requests;
  compare_state(number, check);
  if (options_.on_turn) options_.on_turn(number, checked);
  const bool called = checked.record && checked.record->called;
  if (called) add({note(number, "a client called for it: digests only")});
  if (walked_.redraw && !called && (recorded || !files.last)) {
    // The record's own picture, where the file is that of another attempt.
    std::optional<std::string> picture = std::move(files.picture);
    if (checked.picture != nullptr) {
      picture = *checked.picture;
    } else if (recorded && !checked.record->picture) {
      picture.reset();
    }
    std::optional<Reply> reply = std::move(checked.acted_on);
    if (!reply && !checked.is_acted_on_open) reply = check.reply_to(number - 1);
    draw({number, std::move(checked.record), std::move(reply), std::move(picture),
          checked.is_reshaped, doubt_at(number, checked)},
         checked);
  }
  add(std::move(loaded.batch_findings));
}

// A later reply than the record's passed, and a kill came before its record.
void Walk::compare_mark(int turn, const CheckedTurn& checked) {
  const auto mark = marks_.attempts.find(turn);
  if (mark == marks_.attempts.end() || mark->second <= checked.record->attempt) return;
  add({note(turn, "the reply to attempt " + std::to_string(mark->second) +
                      " passed, and is not recorded")});
}

// Of turns that nothing else in the folder tells of.
void Walk::marked_later() {
  const int last = files_.index().last_turn;
  const UnrecordedReplies passed = unrecorded_replies(marks_, recorded_, {});
  for (const auto& [first, end] : passed.over.ranges())
    walked_.findings.add_missing(std::max(first, last + 1), end);
  if (passed.last > last) walked_.findings.add_missing(passed.last, passed.last);
}

static bool has_bad(const std::vector<Finding>& findings) {
  return std::ranges::find(findings, Finding::Kind::bad, &Finding::kind) != findings.end();
}

static std::string made_again(int turn) {
  return "turn " + std::to_string(turn) + " was made again after later turns";
}

// Why the canvas of that turn may hold the ink of more than the turns before it.
std::string Walk::doubt_at(int turn, const CheckedTurn& checked) const {
  if (made_again_unrecorded_.contains(turn - 1))
    return "turn " + std::to_string(turn - 1) +
           " may have been made again without a record, over the ink of later turns";
  if (checked.has_earlier_reply)
    return "turn " + std::to_string(turn) +
           " was made again, and an earlier reply to it may have been drawn";
  return "";
}

void Walk::draw_waiting() {
  if (!waiting_ || is_stopped()) return;
  auto now = std::make_shared<const Drawn>(*std::exchange(waiting_, std::nullopt));
  const std::size_t bytes =
      (now->picture ? now->picture->size() : 0) + (now->reply ? now->reply->text.size() : 0) +
      (now->record ? now->record->executor_in.size() + now->record->executor_out.size() : 0);
  found_.add(drawing_->add(
      [now](Redraw& redraw) {
        if (!now->doubt.empty()) redraw.doubt(now->doubt);
        std::vector<Finding> found = redraw.turn(now->turn, now->record ? &*now->record : nullptr,
                                                 now->reply, now->is_reshaped, now->picture);
        return has_bad(found) && now->may_be_made_again
                   ? redraw.give_up(now->turn, made_again(now->turn))
                   : found;
      },
      bytes));
}

void Walk::give_up(int turn, std::string why) {
  found_.add(drawing_->add(
      [turn, why = std::move(why)](Redraw& redraw) { return redraw.give_up(turn, why); }, 0));
}

// Then the canvas held the ink of later turns already.
void Walk::draw(Drawn next, const CheckedTurn& checked) {
  if (checked.before_was_made_again && waiting_)
    give_up(waiting_->turn, made_again(waiting_->turn));
  if (waiting_) waiting_->may_be_made_again = checked.before_may_be_made_again;
  draw_waiting();
  waiting_ = std::move(next);
}

// At a clean end the state holds the last reply; after a full disk it may be older.
void Walk::compare_state(int turn, const TurnCheck& check) {
  if (!state_ || state_->turn != turn) return;
  const std::optional<Reply> reply = check.reply_to(turn);
  if (turn > 0 && !reply) return;
  std::vector<Finding> findings = check_state_reply(*state_, reply);
  story_is_sound_ = findings.empty();
  add(std::move(findings));
}

static int last_of(const TurnRanges& turns) {
  return turns.empty() ? 0 : turns.ranges().back().second;
}

// What the turns drew, against the canvas.
void Walk::canvas() {
  if (!walked_.redraw || !walked_.redraw->has_drawn()) return;
  const int last = files_.index().last_turn;
  const Finding not_recorded = unchecked(
      0, std::string(kCanvasFile) + " could not be compared: the last turns are not recorded");
  if (state_ && state_->turn > last) return add({not_recorded});
  const Result<std::string> digest = files_.dir().digest(kCanvasFile);
  // Anything else than a file was found before.
  if (!digest.ok() && digest.error().code != ErrorCode::missing) return;
  std::optional<Redraw::Acting> acting;
  // With another story than the run's own it could draw anything.
  if (state_ && state_->acting && state_->turn >= last - 1 && story_is_sound_.value_or(true)) {
    acting = {state_->turn + 1, state_->acting->in, std::nullopt};
    if (story_is_sound_) acting->reply = state_->reply;
  }
  std::vector<Finding> found =
      walked_.redraw->end(digest.ok() ? std::optional(digest.value()) : std::nullopt, acting,
                          [this] { return files_.dir().read(kCanvasFile); });
  // After a full disk and a kill the state may not tell of turns that were drawn.
  const int lost = walked_.run ? last_of(walked_.run->lost_turns) : 0;
  if (lost > last_of(recorded_) && has_bad(found)) found = {not_recorded};
  add(std::move(found));
}

void Walk::whole_run() {
  const RunIndex& index = files_.index();
  const auto found = index.turns.find(0);
  if (found != index.turns.end()) {
    for (const IndexedFile& file : found->second) {
      if (is_stopped()) return;
      const bool changes = walked_.being_written && file.place.kind == RunFilePlace::Kind::growing;
      if (!changes) compare_digest(file);
    }
  }
  for (auto later = index.turns.upper_bound(index.last_turn); later != index.turns.end(); ++later) {
    for (const IndexedFile& file : later->second) {
      if (file.place.kind != RunFilePlace::Kind::batch) {
        compare_digest(file);
        continue;
      }
      std::vector<Finding> findings;
      files_.check_batch(file, findings);
      add(std::move(findings));
    }
  }
  if (walked_.being_written) {
    add({note(0, "the run is being written by a proxy now: what is finished was checked")});
    return;
  }
  marked_later();
  if (!index.ended) return add({note(0, why_not_sealed(index, walked_.run, files_.listed()))});
  steps();
  if (state_ && state_->turn > index.last_turn)
    walked_.findings.add_missing(index.last_turn + 1, state_->turn);
  if (state_ && state_->turn < index.last_turn - 1)
    add({note(0, "state.json is of turn " + std::to_string(state_->turn) +
                     ", the last record of turn " + std::to_string(index.last_turn) +
                     ": a full disk kept it from being written")});
  canvas();
}

void Walk::steps() {
  if (!files_.dir().folder().has_file(kStepsFile)) return;
  int turn = 0;
  const Status read = files_.dir().read_lines(kStepsFile, [&](std::string_view line, bool) {
    ++turn;
    Result<std::string> record = files_.dir().read(record_file(turn));
    auto finding = check_step_line(
        turn, line, record.ok() ? std::optional(std::move(record).value()) : std::nullopt);
    if (finding && older_records_.contains(turn))
      finding = unchecked(turn, "steps.jsonl, line " + std::to_string(turn) +
                                    ": the record may be about another attempt");
    if (finding) add({std::move(*finding)});
    return !is_stopped();
  });
  if (!read.ok()) add({bad(0, kStepsFile, "", read.error().message)});
}

// Many turns without any file, as a full disk leaves them.
void Walk::skip_gap(int first, int last, TurnCheck& check) {
  TurnFiles none;
  none.turn = last;
  static_cast<void>(check.next(none, [] { return std::nullopt; }));
  walked_.findings.add_missing(first, last);
  if (!walked_.redraw) return;
  draw_waiting();
  give_up(first,
          "turns " + std::to_string(first) + "-" + std::to_string(last) + " are not recorded");
}

void Walk::check_turns(TurnCheck& check) {
  if (walked_.redraw) drawing_.emplace(*walked_.redraw, options_.stop);
  // Whoever wants each file as it is read has a thread, and an order, of his own.
  TurnLoader loader(files_, options_.up_to, options_.on_file ? 0 : loading_threads(options_.draw),
                    options_.stop,
                    [this](int turn) { return walked_.run && wrote_turn(*walked_.run, turn); });
  TurnSequence steps(files_.index(), options_.up_to);
  for (auto step = steps.next(); step && !is_stopped(); step = steps.next()) {
    if (options_.on_progress) options_.on_progress(step->first, steps.last());
    if (step->gap) {
      skip_gap(step->first, step->last, check);
    } else if (std::optional<LoadedTurn> loaded = loader.next()) {
      turn(std::move(*loaded), check);
    }
  }
  draw_waiting();
  found_.settle();
  drawing_.reset();
}

void Walk::walk() {
  read_run();
  read_state();
  read_marks();
  TurnCheck check(walked_.run);
  compare_state(0, check);
  check_turns(check);
  if (options_.up_to == 0 && !is_stopped()) whole_run();
  walked_.being_written = walked_.being_written || is_being_written(files_.dir().folder());
}

Result<WalkedRun> Walk::go() {
  if (options_.draw) {
    Result<std::unique_ptr<Redraw>> redraw = Redraw::begin(options_.stop);
    if (!redraw.ok()) return redraw.error();
    walked_.redraw = std::move(redraw).value();
  }
  walked_.being_written = is_being_written(files_.dir().folder());
  add(files_.read_index(walked_.being_written));
  walked_.seal = files_.seal();
  walk();
  walked_.index = files_.take_index();
  return std::move(walked_);
}

Result<WalkedRun> walk_run(const WalkOptions& options) {
  Result<RunDir> dir = RunDir::open(options.folder);
  if (!dir.ok()) return dir.error();
  return Walk(options, std::move(dir).value()).go();
}
}  // namespace franz::proxy
