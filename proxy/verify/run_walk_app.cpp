#include "proxy/verify/run_walk_app.h"
#include <algorithm>
#include <utility>
#include "common/base/sha256.h"
#include "common/os/files.h"
#include "common/wire/state_file.h"
#include "proxy/log/run_claim_app.h"
#include "proxy/log/turn_record.h"
#include "proxy/verify/batch_check.h"

namespace franz::proxy {
using Kind = RunFilePlace::Kind;

static constexpr std::size_t kMaxFile = std::size_t{1} << 30U;  // bytes; no file of ours is larger
static constexpr int kLongestGap = 1000;                        // turns in a row without a file
static constexpr int kDeepest = 2;                              // exchange/000

// All files below a folder, parts joined by /. A folder deeper than ours (or a link that leads
// around in a circle) counts as a file.
static void list_files(const std::string& root, const std::string& below, int depth,
                       std::vector<std::string>& names, std::vector<std::string>& failures) {
  const Result<std::vector<std::string>> found = list_folder(join_path(root, below));
  if (!found.ok()) return failures.push_back(found.error().message);
  for (const std::string& name : found.value()) {
    std::string full = below;
    if (!full.empty()) full += '/';
    full += name;
    if (depth < kDeepest && folder_exists(join_path(root, full))) {
      list_files(root, full, depth + 1, names, failures);
    } else {
      names.push_back(full);
    }
  }
}

namespace {
class Walk {
 public:
  explicit Walk(const WalkOptions& options) : options_(options) {}
  Result<WalkedRun> go();

 private:
  struct LoadedTurn {
    TurnFiles files;
    std::vector<std::pair<std::string, std::string>> all;  // names and bytes
    std::vector<std::pair<const IndexedFile*, std::string>> batches;
  };

  void add(std::vector<Finding> findings);
  void read_index();
  void read_run();
  std::optional<std::string> load(const IndexedFile& file);
  void place(const IndexedFile& file, std::string bytes, LoadedTurn& turn) const;
  void turn(int number, TurnCheck& check);
  void whole_run(const TurnCheck& check);
  std::string why_not_sealed() const;
  void state_and_canvas(const TurnCheck& check);

  const WalkOptions& options_;
  WalkedRun walked_;
  RecentRecords recent_;
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

// The names first: while a run is being written, its list may only be longer than they are.
void Walk::read_index() {
  std::vector<std::string> names;
  std::vector<std::string> failures;
  list_files(options_.folder, "", 0, names, failures);
  for (const std::string& failure : failures)
    add({bad(0, "", "", "not all files can be listed: " + failure)});
  const Result<std::string> text = read_file(join_path(options_.folder, kSumsFile));
  std::vector<Sum> sums;
  if (text.ok()) {
    walked_.seal = sha256_hex(text.value());
    Result<std::vector<Sum>> parsed = parse_sums(text.value());
    if (parsed.ok()) {
      sums = std::move(parsed).value();
    } else {
      listed_ = false;
      add({bad(0, kSumsFile, "", parsed.error().message)});
    }
    if (!text.value().empty() && text.value().back() != '\n')
      add({note(0, "SHA256SUMS ends in the middle of a line: it was cut, or a kill cut it")});
  } else {
    listed_ = false;
  }
  if (walked_.being_written) drop_newest(names);
  walked_.index = index_run(names, sums);
  if (walked_.being_written) walked_.index.ended = false;
  // Nothing is listed before the second turn begins.
  if (!text.ok() && walked_.index.last_turn > 1)
    add({bad(0, kSumsFile, "", "it is missing: no file can be compared with its digest")});
}

void Walk::read_run() {
  const Result<std::string> text = read_file(join_path(options_.folder, "run.json"));
  Result<RunFile> run = text.ok() ? parse_run_file(text.value()) : Result<RunFile>(text.error());
  if (run.ok()) {
    walked_.run = std::move(run).value();
  } else {
    add({bad(0, "run.json", "", text.ok() ? run.error().message : "it is missing")});
  }
}

// The bytes of a file that is there, compared with its line. Nothing: it cannot be read.
std::optional<std::string> Walk::load(const IndexedFile& file) {
  const std::string path = join_path(options_.folder, file.name);
  // Of a run that is being written, it may have come after the names were read.
  const bool came_later = !file.there && walked_.being_written && file_exists(path);
  if (listed_ && !came_later) add(check_listing(walked_.index, file));
  if (!file.there) return std::nullopt;
  Result<std::string> bytes = read_file(path, kMaxFile);
  if (!bytes.ok()) {
    // A proxy may have replaced or removed it meanwhile.
    if (!walked_.being_written || !file.sums.empty())
      add({bad(file.place.turn, file.name, "", "it cannot be read: " + bytes.error().message)});
    return std::nullopt;
  }
  if (!file.sums.empty()) add(check_digest(file, sha256_hex(bytes.value())));
  return std::move(bytes).value();
}

void Walk::place(const IndexedFile& file, std::string bytes, LoadedTurn& turn) const {
  if (options_.on_turn) turn.all.emplace_back(file.name, bytes);
  const auto attempt = [&]() -> StoredAttempt& {
    std::vector<StoredAttempt>& all = turn.files.attempts;
    const auto found = std::find_if(all.begin(), all.end(), [&](const StoredAttempt& each) {
      return each.attempt == file.place.attempt;
    });
    if (found != all.end()) return *found;
    all.push_back({file.place.attempt, std::nullopt, std::nullopt});
    return all.back();
  };
  switch (file.place.kind) {
    case Kind::record: turn.files.record = std::move(bytes); break;
    case Kind::picture: turn.files.picture = std::move(bytes); break;
    case Kind::request: attempt().request = std::move(bytes); break;
    case Kind::response: attempt().response = std::move(bytes); break;
    case Kind::batch: turn.batches.emplace_back(&file, std::move(bytes)); break;
    default: break;
  }
}

void Walk::turn(int number, TurnCheck& check) {
  LoadedTurn loaded;
  loaded.files.turn = number;
  loaded.files.last = number == walked_.index.last_turn;
  loaded.files.ended = walked_.index.ended;
  const auto found = walked_.index.turns.find(number);
  if (found != walked_.index.turns.end())
    for (const IndexedFile& file : found->second)
      if (auto bytes = load(file)) place(file, std::move(*bytes), loaded);
  std::sort(loaded.files.attempts.begin(), loaded.files.attempts.end(),
            [](const auto& a, const auto& b) { return a.attempt < b.attempt; });

  const std::optional<std::string> before = check.reply_to(number - 1);
  CheckedTurn checked = check.next(loaded.files);
  const TurnRecord* const record = checked.record ? &*checked.record : nullptr;
  if (walked_.being_written && loaded.files.last && record == nullptr) {
    // Its files are being made at this moment.
    std::erase_if(checked.findings,
                  [](const Finding& each) { return each.kind == Finding::Kind::note; });
    checked.findings.push_back(note(number, "it is being made now"));
  }
  add(std::exchange(checked.findings, {}));
  if (record != nullptr) ++walked_.recorded;
  walked_.stories += checked.stories;
  walked_.requests += checked.requests;
  const bool happened = record != nullptr || !loaded.files.last;
  if (walked_.redraw && happened)
    add(walked_.redraw->turn(number, record, checked.story ? checked.story : before,
                             loaded.files.picture));
  if (options_.on_turn) options_.on_turn({number, loaded.all, checked});
  if (loaded.files.record) recent_.add(number, std::move(*loaded.files.record));
  for (const auto& [file, bytes] : loaded.batches)
    add(recent_.check_batch(file->place.first, file->place.turn, bytes));
}

// At a clean end the state holds the last reply, and the canvas what the turns drew.
void Walk::state_and_canvas(const TurnCheck& check) {
  const int last = walked_.index.last_turn;
  std::optional<LoopState> state;
  const std::string state_path = join_path(options_.folder, "state.json");
  if (file_exists(state_path)) {
    const Result<std::string> text = read_file(state_path);
    Result<LoopState> read = text.ok() ? parse_loop_state(text.value()) : text.error();
    if (read.ok()) {
      state = std::move(read).value();
    } else {
      add({bad(0, "state.json", "", read.error().message)});
    }
  }
  if (state && state->turn > 0) {
    const std::optional<std::string> reply = check.reply_to(state->turn);
    if (reply && *reply != state->story)
      add({differs(0, "state.json", "story", *reply, state->story)});
    if (state->turn > last || state->turn < last - 1)
      add({differs(0, "state.json", "turn", std::to_string(last), std::to_string(state->turn))});
  }
  const std::string canvas = join_path(options_.folder, "sandbox_canvas.bmp");
  if (!walked_.redraw || !walked_.redraw->has_drawn()) return;
  std::optional<std::string> acting;
  if (state && state->acting) acting = state->acting->in;
  add(walked_.redraw->end(canvas, state ? state->turn : last, acting, state ? state->story : ""));
}

void Walk::whole_run(const TurnCheck& check) {
  const RunIndex& index = walked_.index;
  const auto found = index.turns.find(0);
  if (found != index.turns.end()) {
    for (const IndexedFile& file : found->second) {
      const bool changes = walked_.being_written && file.place.kind == Kind::growing;
      if (file.sums.empty() || changes) {
        if (listed_ && !changes) add(check_listing(index, file));
      } else {
        static_cast<void>(load(file));
      }
    }
  }
  for (auto later = index.turns.upper_bound(index.last_turn); later != index.turns.end(); ++later)
    for (const IndexedFile& file : later->second) static_cast<void>(load(file));
  if (index.ended) return state_and_canvas(check);
  if (walked_.being_written) {
    add({note(0, "the run is being written by a proxy now: what is finished was checked")});
    return;
  }
  add({note(0, why_not_sealed())});
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

Result<WalkedRun> Walk::go() {
  if (options_.draw) {
    Result<std::unique_ptr<Redraw>> redraw = Redraw::begin();
    if (!redraw.ok()) return redraw.error();
    walked_.redraw = std::move(redraw).value();
  }
  walked_.being_written = is_being_written(options_.folder);
  read_index();
  read_run();
  TurnCheck check(walked_.run);
  const int last = options_.up_to > 0 ? std::min(options_.up_to, walked_.index.last_turn)
                                      : walked_.index.last_turn;
  for (int number = 1; number <= last; ++number) {
    if (options_.stopped && options_.stopped()) return std::move(walked_);
    if (options_.on_progress) options_.on_progress(number, last);
    // One file with a high number must not make this count to it.
    const auto next = walked_.index.turns.lower_bound(number);
    const int there = next == walked_.index.turns.end() ? last : std::min(next->first, last);
    if (there - number > kLongestGap) {
      add({bad(number, "", "turn",
               "turns " + std::to_string(number) + " to " + std::to_string(there - 1) +
                   " are missing before turn " + std::to_string(there))});
      number = there;
    }
    turn(number, check);
  }
  if (options_.up_to == 0) whole_run(check);
  return std::move(walked_);
}

Result<WalkedRun> walk_run(const WalkOptions& options) { return Walk(options).go(); }
}  // namespace franz::proxy
