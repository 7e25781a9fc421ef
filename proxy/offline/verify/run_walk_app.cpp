#include "proxy/offline/verify/run_walk_app.h"
#include <algorithm>
#include <map>
#include <utility>
#include "common/run/run_claim_app.h"
#include "common/run/run_dir_app.h"
#include "common/run/steps_file.h"
#include "common/run/turn_record.h"
#include "common/wire/state_file.h"
#include "proxy/offline/verify/listed_files_app.h"
#include "proxy/offline/verify/member_check.h"
#include "proxy/offline/verify/whole_run_check.h"

namespace franz::proxy {
using Kind = RunFilePlace::Kind;

static constexpr int kLongestGap = 1000;  // turns in a row without a file that are looked at singly

namespace {
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
  };

  void add(std::vector<Finding> findings);
  void read_run();
  void read_state();
  bool is_stopped() const { return options_.stop.stop_requested(); }
  void turn(int number, TurnCheck& check);
  void draw(Drawn next, bool before_was_made_again);
  void draw_waiting();
  void skip_gap(int first, int last, TurnCheck& check);
  void compare_state(int turn, const TurnCheck& check);
  void walk();
  void whole_run();
  void steps();
  void canvas();

  const WalkOptions& options_;
  WalkedRun walked_;
  ListedFiles files_;
  std::optional<LoopState> state_;      // of a run that has ended
  std::optional<bool> story_is_sound_;  // its story is the reply; nothing: that is not known
  std::optional<Drawn> waiting_;
};
}  // namespace

Walk::Walk(const WalkOptions& options, RunDir dir)
    : options_(options), files_(std::move(dir), options.on_file, options.stop, walked_.findings) {}

void Walk::add(std::vector<Finding> findings) {
  for (Finding& finding : findings) walked_.findings.add(std::move(finding));
}

void Walk::read_run() {
  const Result<std::string> text = files_.dir().read(kRunFile);
  Result<RunFile> run = text.ok() ? parse_run_file(text.value()) : Result<RunFile>(text.error());
  if (run.ok()) {
    walked_.run = std::move(run).value();
    add(check_run_members(text.value(), *walked_.run));
    add(check_run_memory(*walked_.run));
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

void Walk::turn(int number, TurnCheck& check) {
  const IndexedFile *record_file = nullptr, *picture_file = nullptr, *plan_file = nullptr;
  std::map<int, ListedFiles::Attempt> attempts;
  std::vector<const IndexedFile*> batches;
  const auto found = files_.index().turns.find(number);
  if (found != files_.index().turns.end()) {
    for (const IndexedFile& file : found->second) {
      switch (file.place.kind) {
        case Kind::record: record_file = &file; break;
        case Kind::picture: picture_file = &file; break;
        case Kind::plan: plan_file = &file; break;
        case Kind::request: attempts[file.place.attempt].request = &file; break;
        case Kind::response: attempts[file.place.attempt].response = &file; break;
        case Kind::cuts: attempts[file.place.attempt].cuts = &file; break;
        case Kind::batch: batches.push_back(&file); break;
        default: break;
      }
    }
  }
  TurnFiles files;
  files.turn = number;
  files.last = number == files_.index().last_turn && !(state_ && state_->turn >= number);
  files.ended = files_.index().ended;
  files.record = files_.load(record_file);
  files.picture = files_.load(picture_file);
  files.plan = files_.load(plan_file);
  auto next = attempts.begin();
  CheckedTurn checked = check.next(files, [&]() -> std::optional<StoredAttempt> {
    while (next != attempts.end() && !is_stopped()) {
      const auto& [attempt, sides] = *next++;
      StoredAttempt stored{attempt, files_.load_request(sides), files_.load(sides.response)};
      if (stored.request || stored.response) return stored;
    }
    return std::nullopt;
  });
  const bool recorded = checked.record.has_value();
  if (walked_.being_written && files.last && !recorded) {
    // Its files are being made at this moment.
    std::erase_if(checked.findings,
                  [](const Finding& each) { return each.kind != Finding::Kind::bad; });
    checked.findings.push_back(note(number, "it is being made now"));
  }
  add(std::exchange(checked.findings, {}));
  if (recorded) ++walked_.recorded;
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
    draw({number, std::move(checked.record),
          checked.acted_on ? std::move(checked.acted_on) : check.reply_to(number - 1),
          std::move(picture)},
         checked.before_was_made_again);
  }
  for (const IndexedFile* const file : batches) files_.check_batch(*file);
}

void Walk::draw_waiting() {
  if (!waiting_ || is_stopped()) return;
  const Drawn now = *std::exchange(waiting_, std::nullopt);
  add(walked_.redraw->turn(now.turn, now.record ? &*now.record : nullptr, now.reply, now.picture));
}

void Walk::draw(Drawn next, bool before_was_made_again) {
  // Then the canvas held the ink of later turns already.
  if (before_was_made_again && waiting_)
    add(walked_.redraw->give_up(waiting_->turn, "turn " + std::to_string(waiting_->turn) +
                                                    " was made again after later turns"));
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

// What the turns drew, against the canvas.
void Walk::canvas() {
  if (!walked_.redraw || !walked_.redraw->has_drawn()) return;
  const int last = files_.index().last_turn;
  if (state_ && state_->turn > last) {
    add({unchecked(
        0, std::string(kCanvasFile) + " could not be compared: the last turns are not recorded")});
    return;
  }
  const Result<std::string> digest = files_.dir().digest(kCanvasFile);
  // Anything else than a file was found before.
  if (!digest.ok() && digest.error().code != ErrorCode::missing) return;
  std::optional<Redraw::Acting> acting;
  // With another story than the run's own it could draw anything.
  if (state_ && state_->acting && state_->turn >= last - 1 && story_is_sound_.value_or(true)) {
    acting = {state_->turn + 1, state_->acting->in, std::nullopt};
    if (story_is_sound_) acting->reply = state_->reply;
  }
  add(walked_.redraw->end(digest.ok() ? std::optional(digest.value()) : std::nullopt, acting,
                          [this] { return files_.dir().read(kCanvasFile); }));
}

void Walk::whole_run() {
  const RunIndex& index = files_.index();
  const auto found = index.turns.find(0);
  if (found != index.turns.end()) {
    for (const IndexedFile& file : found->second) {
      if (is_stopped()) return;
      const bool changes = walked_.being_written && file.place.kind == Kind::growing;
      if (!changes) files_.compare_digest(file);
    }
  }
  for (auto later = index.turns.upper_bound(index.last_turn); later != index.turns.end(); ++later)
    for (const IndexedFile& file : later->second)
      file.place.kind == Kind::batch ? files_.check_batch(file) : files_.compare_digest(file);
  if (walked_.being_written) {
    add({note(0, "the run is being written by a proxy now: what is finished was checked")});
    return;
  }
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
  add(walked_.redraw->give_up(
      first, "turns " + std::to_string(first) + "-" + std::to_string(last) + " are not recorded"));
}

void Walk::walk() {
  read_run();
  read_state();
  TurnCheck check(walked_.run);
  compare_state(0, check);
  const int last = options_.up_to > 0 ? std::min(options_.up_to, files_.index().last_turn)
                                      : files_.index().last_turn;
  for (int number = 1; number <= last; ++number) {
    if (is_stopped()) return;
    if (options_.on_progress) options_.on_progress(number, last);
    // One file with a high number must not make this count to it.
    const auto next = files_.index().turns.lower_bound(number);
    const int there = next == files_.index().turns.end() ? last : std::min(next->first, last);
    if (there - number > kLongestGap) {
      skip_gap(number, there - 1, check);
      number = there;
    }
    turn(number, check);
  }
  draw_waiting();
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
  files_.read_index(walked_.being_written);
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
