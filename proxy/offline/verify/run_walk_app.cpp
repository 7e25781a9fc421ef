#include "proxy/offline/verify/run_walk_app.h"
#include <algorithm>
#include <map>
#include <utility>
#include "common/base/secrets.h"
#include "common/base/sha256.h"
#include "common/run/recorded_step.h"
#include "common/run/run_claim_app.h"
#include "common/run/run_dir_app.h"
#include "common/run/steps_file.h"
#include "common/run/stored_request_app.h"
#include "common/run/turn_record.h"
#include "common/wire/state_file.h"
#include "proxy/offline/verify/batch_check.h"
#include "proxy/offline/verify/member_check.h"

namespace franz::proxy {
using Kind = RunFilePlace::Kind;

static constexpr int kLongestGap = 1000;  // turns in a row without a file that are looked at singly

namespace {
class Walk {
 public:
  Walk(const WalkOptions& options, RunDir dir) : options_(options), dir_(std::move(dir)) {}
  Result<WalkedRun> go();

 private:
  struct AttemptFiles {
    const IndexedFile *request = nullptr, *response = nullptr, *cuts = nullptr;
  };
  using Attempts = std::map<int, AttemptFiles>;
  // What is drawn again when the turn after it was read: only that tells whether it was made twice.
  struct Drawn {
    int turn = 0;
    std::optional<TurnRecord> record;
    std::optional<Reply> reply;  // before it
    std::optional<std::string> picture;
  };

  void add(std::vector<Finding> findings);
  void read_index();
  void read_sums(RunIndexBuilder& index);
  void read_run();
  void read_state();
  bool is_stopped() const { return options_.stop.stop_requested(); }
  bool may_be_read(const IndexedFile& file);
  void add_unreadable(const IndexedFile& file, const Error& error);
  std::optional<std::string> load(const IndexedFile* file);
  std::optional<std::string> load_cuts(const AttemptFiles& files);
  std::optional<std::string> load_request(const AttemptFiles& files);
  void compare_digest(const IndexedFile& file);
  void turn(int number, TurnCheck& check);
  void draw(Drawn next, bool before_was_made_again);
  void draw_waiting();
  void batch(const IndexedFile& file);
  void skip_gap(int first, int last, TurnCheck& check);
  void compare_state(int turn, const TurnCheck& check);
  void whole_run();
  std::string why_not_sealed() const;
  void steps();
  void canvas();

  const WalkOptions& options_;
  const RunDir dir_;
  WalkedRun walked_;
  std::optional<LoopState> state_;      // of a run that has ended
  std::optional<bool> story_is_sound_;  // its story is the reply; nothing: that is not known
  std::optional<Drawn> waiting_;
  bool listed_ = true;  // false: there is no SHA256SUMS to compare with
};
}  // namespace

void Walk::add(std::vector<Finding> findings) {
  for (Finding& finding : findings) walked_.findings.add(std::move(finding));
}

// A run that is being written goes on while its names are read: its files are looked at up to the
// turn after the last that has a record.
static void drop_newest(std::vector<std::string>& names) {
  int recorded = 0;
  for (const std::string& name : names)
    recorded = std::max(recorded, turn_of_record_file(name).value_or(0));
  std::erase_if(names,
                [recorded](const std::string& name) { return place_of(name).turn > recorded + 1; });
}

// The lines and their digest, read once, so that both are of the same bytes.
void Walk::read_sums(RunIndexBuilder& index) {
  Sha256 seal;
  std::size_t number = 0;
  bool cut = false, sound = true;
  const Status read = dir_.read_lines(kSumsFile, [&](std::string_view line, bool whole) {
    seal.update(line);
    cut = !whole;
    if (!whole) return true;
    seal.update("\n");
    ++number;
    Result<Sum> sum = parse_sum(line);
    if (sum.ok()) {
      index.add_sum(std::move(sum).value());
    } else if (std::exchange(sound, false)) {
      add({bad(0, kSumsFile, "", "line " + std::to_string(number) + ": " + sum.error().message)});
    }
    return !is_stopped();
  });
  if (!read.ok()) {
    listed_ = false;
    if (read.error().code != ErrorCode::missing)
      add({bad(0, kSumsFile, "", "it cannot be read: " + read.error().message)});
    return;
  }
  walked_.seal = seal.finish();
  if (!sound) listed_ = false;
  if (cut) add({note(0, "SHA256SUMS ends in the middle of a line: it was cut, or a kill cut it")});
}

// The names first: while a run is being written, its list may only be longer than they are.
void Walk::read_index() {
  RunListing listing = dir_.files();
  for (const RunFolderProblem& problem : listing.problems)
    add({bad(place_of(problem.name).turn, problem.name, "", "it " + problem.text)});
  if (walked_.being_written) drop_newest(listing.files);
  RunIndexBuilder index;
  for (const std::string& name : listing.files) index.add_file(name);
  read_sums(index);
  walked_.index = index.finish();
  if (walked_.being_written) walked_.index.ended = false;
  if (walked_.index.missing_left_out > 0)
    add({bad(
        0, kSumsFile, "",
        std::to_string(walked_.index.missing_left_out) + " more files that it lists are missing")});
  // Nothing is listed before the second turn begins.
  if (walked_.seal.empty() && walked_.index.last_turn > 1)
    add({bad(0, kSumsFile, "", "it is missing: no file can be compared with its digest")});
}

void Walk::read_run() {
  const Result<std::string> text = dir_.read(kRunFile);
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
  if (!walked_.index.ended || !dir_.folder().has_file(kStateFile)) return;
  const Result<std::string> text = dir_.read(kStateFile);
  Result<LoopState> read = text.ok() ? parse_loop_state(text.value()) : text.error();
  if (read.ok()) {
    state_ = std::move(read).value();
    const bool same = walked_.run && wrote_turn(*walked_.run, std::max(state_->turn, 1));
    add(check_state_members(text.value(), *state_, same));
  } else {
    add({bad(0, kStateFile, "", read.error().message)});
  }
}

// Tells of the file's listing. False: it is not there.
bool Walk::may_be_read(const IndexedFile& file) {
  // Of a run that is being written, it may have come after the names were read.
  const bool came_later = !file.there && walked_.being_written && dir_.folder().has_file(file.name);
  if (listed_ && !came_later) add(check_listing(walked_.index, file));
  return file.there;
}

void Walk::add_unreadable(const IndexedFile& file, const Error& error) {
  // A proxy may have replaced or removed it meanwhile.
  if (walked_.being_written && file.sums.empty() && error.code == ErrorCode::missing) return;
  add({bad(file.place.turn, file.name, "", "it cannot be read: " + error.message)});
}

// The bytes of a file, compared with its line. Nothing: it is not there, or cannot be read.
std::optional<std::string> Walk::load(const IndexedFile* file) {
  if (file == nullptr || !may_be_read(*file)) return std::nullopt;
  Result<std::string> bytes = dir_.read(file->name);
  if (!bytes.ok()) {
    add_unreadable(*file, bytes.error());
    return std::nullopt;
  }
  if (!file->sums.empty()) add(check_digest(*file, sha256_hex(bytes.value())));
  if (options_.on_file) options_.on_file(file->name, bytes.value());
  return std::move(bytes).value();
}

// The list of what was cut from a request that is there.
std::optional<std::string> Walk::load_cuts(const AttemptFiles& files) {
  if (files.cuts != nullptr || !walked_.being_written) return load(files.cuts);
  // It may have been cut after the names were read.
  Result<std::string> later = dir_.read(cuts_file_of(files.request->name));
  if (!later.ok()) return std::nullopt;
  return std::move(later).value();
}

// The request as it was sent, with the pictures that were cut from it.
std::optional<std::string> Walk::load_request(const AttemptFiles& files) {
  std::optional<std::string> stored = load(files.request);
  if (!stored) {
    static_cast<void>(load(files.cuts));  // for its digest
    return std::nullopt;
  }
  const std::optional<std::string> cuts = load_cuts(files);
  if (!cuts) return stored;
  const std::string& name = files.request->name;
  Result<std::string, RequestFailure> whole = make_whole(dir_, name, std::move(*stored), *cuts);
  if (whole.ok()) return std::move(whole).value();
  const auto& [file, error] = whole.error();
  std::string why = dir_.problem_of(file, error).substr(file.size() + 2);
  if (file == name) why = "it cannot be made whole: " + why;
  if (place_of(file).kind == Kind::picture) why = name + " cannot be made whole without it: " + why;
  add({bad(files.request->place.turn, file, "", why)});
  return std::nullopt;
}

// The same for a file whose bytes nobody needs at once.
void Walk::compare_digest(const IndexedFile& file) {
  if (!may_be_read(file) || file.sums.empty()) return;
  const Result<std::string> digest = dir_.digest(file.name);
  if (!digest.ok()) return add_unreadable(file, digest.error());
  add(check_digest(file, digest.value()));
}

void Walk::batch(const IndexedFile& file) {
  compare_digest(file);
  if (!file.there) return;
  const auto opened = dir_.open_file(file.name);
  if (!opened.ok()) return add_unreadable(file, opened.error());
  BatchSource source;
  source.batch = [&](std::uint64_t offset, std::size_t size) {
    Result<std::string> bytes = opened.value()->read(offset, size);
    return bytes.ok() ? std::move(bytes).value() : std::string();
  };
  source.record = [&](int turn) -> std::optional<std::string> {
    Result<std::string> bytes = dir_.read(record_file(turn));
    if (!bytes.ok()) return std::nullopt;
    return std::move(bytes).value();
  };
  add(check_batch(file.place.first, file.place.turn, source));
}

void Walk::turn(int number, TurnCheck& check) {
  const IndexedFile *record_file = nullptr, *picture_file = nullptr;
  Attempts attempts;
  std::vector<const IndexedFile*> batches;
  const auto found = walked_.index.turns.find(number);
  if (found != walked_.index.turns.end()) {
    for (const IndexedFile& file : found->second) {
      switch (file.place.kind) {
        case Kind::record: record_file = &file; break;
        case Kind::picture: picture_file = &file; break;
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
  files.last = number == walked_.index.last_turn && !(state_ && state_->turn >= number);
  files.ended = walked_.index.ended;
  files.record = load(record_file);
  files.picture = load(picture_file);
  auto next = attempts.begin();
  CheckedTurn checked = check.next(files, [&]() -> std::optional<StoredAttempt> {
    while (next != attempts.end() && !is_stopped()) {
      const auto& [attempt, sides] = *next++;
      StoredAttempt stored{attempt, load_request(sides), load(sides.response)};
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
  if (walked_.redraw && (recorded || !files.last)) {
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
  for (const IndexedFile* const file : batches) batch(*file);
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

// At a clean end the state holds the last reply; after a full disk it may be older. It is what the
// orchestrator goes on with: as the model wrote it, and a key in it is not masked.
void Walk::compare_state(int turn, const TurnCheck& check) {
  if (!state_ || state_->turn != turn) return;
  const std::optional<Reply> reply = check.reply_to(turn);
  if (turn > 0 && !reply) return;
  story_is_sound_ = true;
  const auto compare = [this](const char* field, const std::string& expected,
                              const std::string& got) {
    if (is_masked_form(got, expected)) return;
    story_is_sound_ = false;
    add({differs(0, kStateFile, field, expected, got)});
  };
  const auto text = [](const std::optional<Reply>& of) { return of ? of->text : "null"; };
  const auto calls = [](const std::optional<Reply>& of) {
    return of ? calls_json(of->calls) : "[]";
  };
  compare("story", text(reply), text(state_->reply));
  compare("calls", calls(reply), calls(state_->reply));
}

// What the turns drew, against the canvas.
void Walk::canvas() {
  if (!walked_.redraw || !walked_.redraw->has_drawn()) return;
  const int last = walked_.index.last_turn;
  if (state_ && state_->turn > last) {
    add({unchecked(
        0, std::string(kCanvasFile) + " could not be compared: the last turns are not recorded")});
    return;
  }
  const Result<std::string> digest = dir_.digest(kCanvasFile);
  // Anything else than a file was found before.
  if (!digest.ok() && digest.error().code != ErrorCode::missing) return;
  std::optional<Redraw::Acting> acting;
  // With another story than the run's own it could draw anything.
  if (state_ && state_->acting && state_->turn >= last - 1 && story_is_sound_.value_or(true)) {
    acting = {state_->turn + 1, state_->acting->in, std::nullopt};
    if (story_is_sound_) acting->reply = state_->reply;
  }
  add(walked_.redraw->end(digest.ok() ? std::optional(digest.value()) : std::nullopt, acting));
}

void Walk::whole_run() {
  const RunIndex& index = walked_.index;
  const auto found = index.turns.find(0);
  if (found != index.turns.end()) {
    for (const IndexedFile& file : found->second) {
      if (is_stopped()) return;
      const bool changes = walked_.being_written && file.place.kind == Kind::growing;
      if (!changes) compare_digest(file);
    }
  }
  for (auto later = index.turns.upper_bound(index.last_turn); later != index.turns.end(); ++later)
    for (const IndexedFile& file : later->second)
      file.place.kind == Kind::batch ? batch(file) : compare_digest(file);
  if (walked_.being_written) {
    add({note(0, "the run is being written by a proxy now: what is finished was checked")});
    return;
  }
  if (!index.ended) return add({note(0, why_not_sealed())});
  steps();
  if (state_ && state_->turn > index.last_turn)
    walked_.findings.add_missing(index.last_turn + 1, state_->turn);
  if (state_ && state_->turn < index.last_turn - 1)
    add({note(0, "state.json is of turn " + std::to_string(state_->turn) +
                     ", the last record of turn " + std::to_string(index.last_turn) +
                     ": a full disk kept it from being written")});
  canvas();
}

// steps.jsonl is made of what the records tell: a line that says something else was changed.
void Walk::steps() {
  if (!dir_.folder().has_file(kStepsFile)) return;
  int turn = 0;
  const auto check = [&](std::string_view line) -> std::optional<Finding> {
    const std::string number = "line " + std::to_string(turn);
    const Result<Step> step = parse_step(line);
    if (!step.ok()) return bad(turn, kStepsFile, number, step.error().message);
    const Result<std::string> text = dir_.read(record_file(turn));
    if (!text.ok()) return unchecked(turn, "steps.jsonl, " + number + ": there is no record");
    const Result<TurnRecord> record = parse_turn_record(text.value());
    const Result<Step> told = record.ok() ? recorded_step(record.value()) : record.error();
    if (!told.ok()) return std::nullopt;  // said of the record
    const std::string expected = to_json(told.value()), got = to_json(step.value());
    if (is_masked_form(got, expected)) return std::nullopt;
    return differs(turn, kStepsFile, number, expected, got);
  };
  const Status read = dir_.read_lines(kStepsFile, [&](std::string_view line, bool) {
    ++turn;
    if (auto finding = check(line)) add({std::move(*finding)});
    return !is_stopped();
  });
  if (!read.ok()) add({bad(0, kStepsFile, "", read.error().message)});
}

// Of a run that nobody writes now and that has no seal.
std::string Walk::why_not_sealed() const {
  const int last = walked_.index.last_turn;
  const bool run = walked_.run.has_value();
  if (run && !walked_.run->origins.empty() && walked_.run->origins.front().at == last)
    return "the run was forked at turn " + std::to_string(last) + " and has not gone on yet";
  bool partial = false;
  const auto files = walked_.index.turns.find(last);
  if (files != walked_.index.turns.end())
    for (const IndexedFile& file : files->second)
      partial = partial || (file.place.kind == Kind::batch && last % kBatchTurns != 0);
  const bool resumed =
      run && !walked_.run->changes.empty() &&
      walked_.run->changes.back().text == "resumed after turn " + std::to_string(last);
  if (partial && !resumed && listed_)
    return "the last batch was written, as at a clean end, but SHA256SUMS does not list run.json: "
           "the end was cut short, or lines were removed";
  return "the run has not ended cleanly, so it has no seal, and its last files have no digests yet";
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

Result<WalkedRun> Walk::go() {
  if (options_.draw) {
    Result<std::unique_ptr<Redraw>> redraw = Redraw::begin(options_.stop);
    if (!redraw.ok()) return redraw.error();
    walked_.redraw = std::move(redraw).value();
  }
  walked_.being_written = is_being_written(dir_.folder());
  read_index();
  read_run();
  read_state();
  TurnCheck check(walked_.run);
  compare_state(0, check);
  const int last = options_.up_to > 0 ? std::min(options_.up_to, walked_.index.last_turn)
                                      : walked_.index.last_turn;
  for (int number = 1; number <= last; ++number) {
    if (is_stopped()) return std::move(walked_);
    if (options_.on_progress) options_.on_progress(number, last);
    // One file with a high number must not make this count to it.
    const auto next = walked_.index.turns.lower_bound(number);
    const int there = next == walked_.index.turns.end() ? last : std::min(next->first, last);
    if (there - number > kLongestGap) {
      skip_gap(number, there - 1, check);
      number = there;
    }
    turn(number, check);
  }
  draw_waiting();
  if (options_.up_to == 0 && !is_stopped()) whole_run();
  walked_.being_written = walked_.being_written || is_being_written(dir_.folder());
  return std::move(walked_);
}

Result<WalkedRun> walk_run(const WalkOptions& options) {
  Result<RunDir> dir = RunDir::open(options.folder);
  if (!dir.ok()) return dir.error();
  return Walk(options, std::move(dir).value()).go();
}
}  // namespace franz::proxy
