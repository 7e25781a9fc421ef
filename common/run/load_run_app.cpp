#include "common/run/load_run_app.h"
#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include "common/base/path_parts.h"
#include "common/formats/memories.h"
#include "common/memory/memory.h"
#include "common/os/files.h"
#include "common/run/recorded_step.h"
#include "common/run/run_state_app.h"
#include "common/run/turn_record.h"

namespace franz {
static constexpr int kRepliesKept = 2;  // the last turn's, and one more for a turn begun twice

Status check_may_resume(const RunDir& dir) {
  std::vector<std::string> wrong, refused;
  const auto on_file = [&](const std::string& name) {
    using FileKind = RunFilePlace::Kind;
    const FileKind kind = place_of(name).kind;
    if (kind != FileKind::growing && kind != FileKind::sums && kind != FileKind::passing &&
        kind != FileKind::marks)
      return;
    if (const Status may = dir.folder().may_write(name); !may.ok())
      refused.push_back(may.error().message);
  };
  dir.each_file(on_file, [&](const RunFolderProblem& problem) {
    wrong.push_back(problem.name + " " + problem.text);
  });
  wrong.insert(wrong.end(), refused.begin(), refused.end());
  if (wrong.empty()) return each_sum(dir, [](const Sum&) { return true; });
  std::string text = dir.path() + " holds what is no part of a run: " + wrong.front();
  if (wrong.size() > 1) text += ", and " + std::to_string(wrong.size() - 1) + " more";
  return Error{text, ErrorCode::not_a_file};
}

// `state.json.4711-1.tmp`: what replacing a file of a run leaves behind when it is killed.
static bool is_temporary_of_a_run(const std::string& name) {
  static constexpr std::string_view kEnd = ".tmp";
  for (std::size_t dot = name.find('.'); dot != name.npos; dot = name.find('.', dot + 1)) {
    const RunFilePlace::Kind kind = place_of(std::string_view(name).substr(0, dot)).kind;
    if (kind != RunFilePlace::Kind::unknown && kind != RunFilePlace::Kind::passing) return true;
  }
  return !name.ends_with(kEnd);
}

Status check_may_begin(const RunDir& dir) {
  for (const std::string& name : dir.files().files) {
    if (place_of(name).kind != RunFilePlace::Kind::unknown && is_temporary_of_a_run(name)) continue;
    return Error{dir.path() + " is not empty and no run: it holds " + name +
                     "; name a new folder, or leave --run-dir out",
                 ErrorCode::not_a_file};
  }
  return Done{};
}

static bool needs_all_steps(const TurnRecord& record) {
  const Memory* const memory = record.memory ? find_memory(record.memory->name) : nullptr;
  return memory != nullptr && memory->need == Need::all_steps;
}

// What its record tells may not be what the loop goes on with.
static void forget(int turn, KnownTurns& known) {
  known.replies.erase(turn);
  known.steps.forget_reply(turn);
  known.steps.forget_picture(turn);
}

// A later attempt than the record's may have had the reply that the loop goes on with: a kill came
// before its record.
static void forget_made_again(const std::map<int, int>& recorded, KnownTurns& known) {
  for (const auto& [turn, attempt] : recorded) {
    if (known.attempts[turn] > attempt) forget(turn, known);
  }
}

// What was lost may be of a later attempt than the recorded one.
static void forget_lost(LoadedRun& loaded) {
  for (const TurnRow& row : loaded.rows)
    if (loaded.run.lost_turns.contains(row.turn)) forget(row.turn, loaded.known);
}

// A marked attempt was made, though it may have left nothing else.
static void add_marks(const RunDir& dir, LoadedRun& loaded) {
  const Result<ReplyMarks> marks = read_reply_marks(dir);
  if (!marks.ok()) return loaded.problems.push_back(marks.error().message);
  loaded.marks = marks.value();
  for (const auto& [turn, attempt] : loaded.marks.attempts) {
    int& highest = loaded.known.attempts[turn];
    highest = std::max(highest, attempt);
  }
  if (loaded.marks.damaged > 0) loaded.problems.push_back(damaged_marks(loaded.marks));
}

static Status add_turns(const RunDir& dir, const std::function<bool()>& go_on, LoadedRun& loaded) {
  std::vector<int> turns;
  dir.each_file(
      [&](const std::string& name) {
        const RunFilePlace place = place_of(name);
        if (place.kind == RunFilePlace::Kind::record) turns.push_back(place.turn);
        if (place.attempt == 0) return;
        int& highest = loaded.known.attempts[place.turn];
        highest = std::max(highest, place.attempt);
      },
      [&](const RunFolderProblem& problem) {
        loaded.problems.push_back(problem.name + " " + problem.text);
      });
  std::ranges::sort(turns);
  add_marks(dir, loaded);
  std::map<int, int> recorded;  // turn -> attempt, of those with a later one
  for (const int turn : turns) {
    const std::string name = record_file(turn);
    if (go_on && !go_on()) return Error{dir.path() + ": stopped while it was read"};
    const Result<std::string> record = dir.read(name);
    if (!record.ok()) {
      loaded.problems.push_back(record.error().message);
      continue;
    }
    Result<TurnRecord> read = parse_turn_record(record.value());
    if (read.ok() && read.value().turn != turn) read = Error{"/turn: not the file's"};
    if (!read.ok()) {
      loaded.problems.push_back(name + ": " + read.error().message);
      continue;
    }
    const TurnRecord& known = read.value();
    int& highest = loaded.known.attempts[turn];
    highest = std::max(highest, known.attempt);
    if (highest > known.attempt) recorded[turn] = known.attempt;
    loaded.known.last = std::max(loaded.known.last, turn);
    if (known.finish) loaded.finished = known.finish;
    const bool has_steps = needs_all_steps(known);
    if (known.response && known.response->text != "null") {
      Reply reply{known.response->text, known.response->calls};
      if (has_steps) loaded.known.steps.set_reply(turn, reply);
      loaded.known.replies[turn] = std::move(reply);
    }
    if (has_steps)
      if (const Status kept = keep_recorded(known, loaded.known.steps); !kept.ok())
        loaded.problems.push_back(name + ": " + kept.error().message);
    while (loaded.known.replies.size() > kRepliesKept)
      loaded.known.replies.erase(loaded.known.replies.begin());
    loaded.rows.push_back(row_of(known));
  }
  forget_made_again(recorded, loaded.known);
  return Done{};
}

Result<LoadedRun> load_run(const std::string& folder, const std::function<bool()>& go_on) {
  const Result<RunDir> dir = RunDir::open(folder);
  if (!dir.ok()) return dir.error();
  const Result<std::string> text = dir.value().read(kRunFile);
  if (!text.ok()) return text.error();
  Result<RunFile> run = parse_run_file(text.value());
  if (!run.ok()) return within(join_path(folder, kRunFile), run.error());
  LoadedRun loaded;
  loaded.run = std::move(run).value();
  if (const Status added = add_turns(dir.value(), go_on, loaded); !added.ok()) return added.error();
  forget_lost(loaded);
  return loaded;
}

Result<LoadedRun> load_turns(const std::string& folder, const std::function<bool()>& go_on) {
  const Result<RunDir> dir = RunDir::open(folder);
  if (!dir.ok()) return dir.error();
  LoadedRun loaded;
  if (const Status added = add_turns(dir.value(), go_on, loaded); !added.ok()) return added.error();
  return loaded;
}

Result<std::string> find_run(const std::string& runs_folder, const std::string& name) {
  const auto is_run = [](const std::string& path) {
    const Result<Folder> folder = Folder::open(path);
    return folder.ok() && folder.value().kind(kRunFile);
  };
  if (name == "latest") {
    const Result<std::vector<std::string>> names = list_folder(runs_folder);
    if (!names.ok()) return names.error();
    for (auto each = names.value().rbegin(); each != names.value().rend(); ++each)
      if (each->starts_with("run_") && is_run(join_path(runs_folder, *each)))
        return join_path(runs_folder, *each);
    return Error{"there is no run in " + runs_folder};
  }
  const std::string given(without_end_slashes(name));
  for (const std::string& folder : {given, join_path(runs_folder, given)})
    if (is_run(folder)) return folder;
  const std::string wanted = join_path(given, kRunFile);
  return Error{"there is no run " + given + ": neither " + wanted + " nor " +
               join_path(runs_folder, wanted) + " exists"};
}
}  // namespace franz
