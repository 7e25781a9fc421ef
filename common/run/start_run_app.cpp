#include "common/run/start_run_app.h"
#include <algorithm>
#include <memory>
#include <set>
#include <utility>
#include <variant>
#include "common/base/count_text.h"
#include "common/base/path_parts.h"
#include "common/base/printable.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/picture/canvas_file.h"
#include "common/run/keep_runs.h"
#include "common/run/lost_reply.h"
#include "common/run/run_files.h"
#include "common/run/run_state_app.h"
#include "common/run/step_json.h"
#include "common/wire/limits.h"
#include "common/wire/message_fields.h"

namespace franz {
static constexpr int kCannotStart = 3;
static constexpr std::size_t kIdBytes = 16;

static constexpr int kMostAhead = 1000;  // most turns by which a state may be ahead of the log

static bool is_run(const std::string& path) {
  const Result<Folder> folder = Folder::open(path);
  return folder.ok() && (folder.value().kind(kRunLog) || folder.value().kind(kOldRunFile));
}

Result<std::string> find_run(const std::string& runs_folder, const std::string& name) {
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
  const std::string wanted = join_path(given, kRunLog);
  return Error{"there is no run " + given + ": neither " + wanted + " nor " +
               join_path(runs_folder, wanted) + " exists"};
}

static void begin(StartedRun& started) {
  started.about.name = started.claim.name();
  started.about.run = random_hex(kIdBytes);
  started.about.started = utc_now();
}

Result<StartedRun, StartFailure> start_new_run(const std::string& runs_folder,
                                               const std::string& program,
                                               const std::string& name) {
  Result<RunClaim> claim = RunClaim::make(runs_folder, program, name);
  if (!claim.ok()) return StartFailure{kCannotStart, "the run folder: " + claim.error().message};
  StartedRun started{std::move(claim).value(), {}, {}};
  begin(started);
  return started;
}

// The files that our programs would write must be ours, and everything else must be regular files.
static Status check_may_resume(const RunDir& dir) {
  std::vector<std::string> wrong;
  dir.each_file(
      [&](const std::string& name) {
        const RunFilePlace::Kind kind = place_of(name).kind;
        const bool is_written_on =
            kind == RunFilePlace::Kind::growing || kind == RunFilePlace::Kind::log ||
            kind == RunFilePlace::Kind::sums || kind == RunFilePlace::Kind::passing;
        if (!is_written_on) return;
        if (const Status may = dir.folder().may_write(name); !may.ok())
          wrong.push_back(may.error().message);
      },
      [&](const RunFolderProblem& problem) { wrong.push_back(problem.name + " " + problem.text); });
  if (wrong.empty()) return Done{};
  std::string text = dir.path() + " contains something that is not part of a run: " + wrong.front();
  if (wrong.size() > 1) text += ", and " + std::to_string(wrong.size() - 1) + " more";
  return Error{text, ErrorCode::not_a_file};
}

// Whether an earlier run may have left it: a growing file, a lock, or `state.json.4711-1.tmp`,
// which is left when a program is killed while it replaces such a file.
static bool may_be_left(const std::string& name) {
  const auto is_ours = [](std::string_view file) {
    return place_of(file).kind == RunFilePlace::Kind::growing || file == kLockFile ||
           file == kStateLockFile;
  };
  if (is_ours(name)) return true;
  for (std::size_t dot = name.find('.'); dot != name.npos; dot = name.find('.', dot + 1))
    if (is_leftover(name) && is_ours(std::string_view(name).substr(0, dot))) return true;
  return false;
}

// Everything in the folder becomes part of the run, so only files of a run may be there.
static Status check_may_begin(const RunDir& dir) {
  for (const std::string& name : dir.files().files) {
    if (may_be_left(name)) continue;
    return Error{dir.path() + " is not empty and not a run: it contains " + name +
                     "; name a new folder, or omit --run-dir",
                 ErrorCode::not_a_file};
  }
  return Done{};
}

// ---- What a kill kept from the log

static LogUnit lost_unit(int turn, int attempt, const LoopState* state) {
  LostEntry lost{turn, attempt, "", "the program was killed before it was recorded", std::nullopt};
  LogUnit unit{utc_now(), {}};
  if (state != nullptr) {
    lost.request = state->request;
    const LostReply reply = lost_reply(turn, attempt, *state);
    lost.file = reply.file;
    unit.files.push_back({reply.file.name, reply.bytes});
  }
  unit.entry = std::move(lost);
  return unit;
}

// If the state continues from a reply that the log lacks, the missing turns up to it are lost.
static Status add_lost_turns(const LoopState& state, StartedRun& started) {
  const RunStory& story = started.log.story;
  const int last = story.last_turn();
  if (!state.reply || state.turn < std::max(last, 1) || story.find(state.request) != nullptr ||
      (state.request.empty() && state.turn == last))
    return Done{};
  if (state.turn - last > kMostAhead)
    return Error{std::string(kStateFile) + " is of turn " + std::to_string(state.turn) +
                 ", and the last turn of " + kRunLog + " is " + std::to_string(last)};
  TurnRanges lost;
  for (int turn = std::min(last + 1, state.turn); turn <= state.turn; ++turn) {
    const bool is_states = turn == state.turn;
    started.units.push_back(
        lost_unit(turn, story.count_attempts(turn) + 1, is_states ? &state : nullptr));
    lost.add(turn);
  }
  started.notes.push_back("not recorded, because the program was killed: " + to_text(lost));
  return Done{};
}

// Records the current canvas if the drawing on it is unknown.
static void add_keyframe(const RunDir& dir, StartedRun& started) {
  const bool unknown = started.log.story.drawing_unknown() ||
                       std::ranges::any_of(started.units, [](const LogUnit& unit) {
                         const auto* const lost = std::get_if<LostEntry>(&unit.entry);
                         return lost != nullptr && !lost->file;
                       });
  if (!unknown) return;
  const Result<std::string> canvas = dir.read(kCanvasFile), state = dir.read(kSandboxStateFile);
  if (!canvas.ok() || !state.ok()) return;  // there is no sandbox
  const Result<std::string> png = canvas_as_png(canvas.value());
  if (!png.ok()) return;  // the capturer reports a damaged canvas
  int turn = started.log.story.last_turn() + 1;
  for (const LogUnit& unit : started.units)
    if (const auto* const lost = std::get_if<LostEntry>(&unit.entry)) turn = lost->turn + 1;
  LogUnit unit{utc_now(), {}};
  KeyframeEntry keyframe{turn, {}};
  for (const auto& [end, bytes] :
       {std::pair("png", png.value()), std::pair("json", state.value())}) {
    const std::string name = keyframe_file(turn, end);
    keyframe.files.push_back(logged_file(name, bytes));
    unit.files.push_back({name, std::make_shared<const std::string>(bytes)});
  }
  unit.entry = std::move(keyframe);
  started.units.push_back(std::move(unit));
}

// Failure: the run is not one of our orchestrator's.
static Status check_is_ours(const std::string& folder, const RunFacts& run) {
  const std::string why = why_not_continued(run);
  if (why.empty()) return Done{};
  return Error{printable(folder + ": " + why) + ", so it cannot be resumed"};
}

static std::optional<StartFailure> check_end(const std::string& folder, StartedRun& started) {
  const RunStory& story = started.log.story;
  if (const Status may = check_is_ours(folder, story.facts()); !may.ok())
    return StartFailure{2, may.error().message};
  const LoggedAttempt* const last = story.chosen(story.last_turn());
  if (last != nullptr && last->closing) {
    if (story.facts().ended)
      return StartFailure{2, folder + " is finished (" + last->row.finished + "); " +
                                 command_name() +
                                 " fork RUN --at N creates a run that continues after turn N"};
    const Result<RunDir> dir = RunDir::open(folder);
    const Result<TurnRecord> record =
        dir.ok() ? read_turn_record(dir.value(), last->turn, last->attempt) : dir.error();
    if (!record.ok()) return StartFailure{kCannotStart, record.error().message};
    started.finished = record.value().finish;
  }
  if (story.last_turn() >= kMaxTurn)
    return StartFailure{kCannotStart, folder + ": turn " + std::to_string(kMaxTurn) +
                                          ", the last possible turn, is recorded"};
  return std::nullopt;
}

Result<StartedRun, StartFailure> resume_run(const std::string& folder, const std::string& program,
                                            MissingRun missing,
                                            const std::function<bool()>& go_on) {
  const Result<RunDir> dir = RunDir::open(folder);
  if (!dir.ok()) return StartFailure{kCannotStart, dir.error().message};
  // Check before the lock file is written there.
  if (const Status may = check_may_resume(dir.value()); !may.ok())
    return StartFailure{kCannotStart, may.error().message};
  Result<RunClaim> claim = RunClaim::take(folder, program);
  if (!claim.ok()) return StartFailure{kCannotStart, claim.error().message};
  StartedRun started{std::move(claim).value(), {}, {}};
  const Folder& there = dir.value().folder();
  if (missing == MissingRun::begin && !there.kind(kRunLog) && !there.kind(kOldRunFile)) {
    if (const Status may = check_may_begin(dir.value()); !may.ok())
      return StartFailure{kCannotStart, may.error().message};
    begin(started);
    return started;
  }
  started.resumed = true;
  Result<LoadedLog> log = load_log(dir.value());
  if (!log.ok()) {
    const bool damaged = log.error().message.starts_with(kRunLog);
    return StartFailure{damaged ? kCannotStart : 2,
                        damaged ? join_path(folder, log.error().message) +
                                      "; the log is damaged, so the run cannot be resumed"
                                : log.error().message};
  }
  if (go_on && !go_on()) return StartFailure{kCannotStart, folder + ": stopped while it was read"};
  started.log = std::move(log).value();
  started.about = started.log.story.facts();
  if (auto failure = check_end(folder, started)) return *std::move(failure);
  if (!started.finished)
    // The orchestrator reports a state that cannot be read.
    if (const Result<LoopState> state = read_run_state(dir.value()); state.ok())
      if (const Status added = add_lost_turns(state.value(), started); !added.ok())
        return StartFailure{kCannotStart, join_path(folder, added.error().message)};
  if (const std::string lost = to_text(started.about.lost_turns); !lost.empty())
    started.notes.push_back("not recorded: " + lost);
  add_keyframe(dir.value(), started);
  return started;
}

// Returns an unused name in unlisted/.
static std::string unlisted_name(const Folder& folder, std::string name) {
  std::ranges::replace(name, '/', '_');
  std::string free = std::string(kUnlistedFolder) + "/" + name;
  for (int i = 2; folder.kind(free); ++i)
    free = std::string(kUnlistedFolder) + "/" + name + "-" + std::to_string(i);
  return free;
}

Status prepare_folder(StartedRun& started) {
  if (!started.resumed) return Done{};
  const Result<RunDir> dir = RunDir::open(started.claim.folder());
  if (!dir.ok()) return dir.error();
  const Folder& folder = dir.value().folder();
  std::set<std::string, std::less<>> listed;
  RunLogReader log;
  const Status read = log.read(dir.value(), [&](const ReadRunLine& line) {
    for (const LoggedFile& file : files_of(line.line.entry)) listed.insert(file.name);
    return true;
  });
  if (!read.ok()) return read;
  std::size_t moved = 0;
  for (const std::string& name : dir.value().files().files) {
    Status done = Done{};
    if (is_leftover(name)) {
      done = folder.remove(name);
    } else if (is_evidence(place_of(name).kind) && !listed.contains(name)) {
      done = folder.make_folder(kUnlistedFolder);
      if (done.ok()) done = folder.rename(name, unlisted_name(folder, name));
      ++moved;
    }
    if (!done.ok()) return done;
  }
  if (moved > 0)
    started.notes.push_back(count_text(moved, "file that no line of the log lists was",
                                       "files that no line of the log lists were") +
                            " moved to " + join_path(folder.path(), kUnlistedFolder));
  return Done{};
}

Result<FinishedRun> finish_run(StartedRun started) {
  if (Status ready = prepare_folder(started); !ready.ok()) return ready.error();
  LogWriterOptions options{started.claim.folder(), started.log.chain, started.log.story,
                           started.log.end};
  RunLogWriter writer(std::move(options));
  for (LogUnit& unit : started.units) writer.put(std::move(unit));
  Result<std::string> seal = writer.end(started.finished, utc_now());
  if (!seal.ok()) return seal.error();
  return FinishedRun{*started.finished, std::move(seal).value(), started.about.lost_turns};
}

void set_in_force(StartedRun& started, const ResolvedSettings& settings) {
  started.about.version = FRANZ_VERSION;
  started.about.profile = settings.settings.agent.profile;
  started.about.in_force = {settings_as_json(settings.settings), sources_as_json(settings),
                            std::nullopt};
}

static std::optional<std::string> setting_of(const RunFacts& run, const std::string& name) {
  Result<MessageFields> settings = MessageFields::parse(run.in_force.settings);
  if (!settings.ok()) return std::nullopt;
  return settings.value().optional_text("/" + name);
}

std::optional<std::string> canvas_of(const RunFacts& run) {
  return setting_of(run, "surface.canvas");
}

std::optional<std::string> objective_of(const RunFacts& run) {
  return setting_of(run, "agent.objective");
}

static Error cannot_change(const FlagValue& flag, const std::string& folder,
                           const std::string& kept) {
  const std::string of = kept.empty() ? "without a " + flag.key : "of the " + flag.key + " " + kept;
  return Error{flag.flag + " " + flag.value + ": " + folder + " is a run " + of +
               ", which cannot be changed"};
}

// `kept`: the run's value; empty: none.
static Status hold(const std::string& folder, const std::string& section, const std::string& key,
                   const std::string& kept, std::vector<FlagValue>& flags) {
  for (const FlagValue& flag : flags) {
    if (flag.section != section || flag.key != key || flag.yields) continue;
    if (key == "profile" && flag.value == kAutoProfile) continue;  // was chosen once and stays
    if (flag.value == kept) return Done{};
    return cannot_change(flag, folder, kept);
  }
  flags.push_back({kRunLog, section, key, kept});
  return Done{};
}

Status hold_choices(const std::string& folder, std::vector<FlagValue>& flags) {
  const Result<RunFacts> run = read_facts(folder);
  if (!run.ok()) return Done{};
  if (Status may = check_is_ours(folder, run.value()); !may.ok()) return may;
  if (run.value().profile.empty()) return Done{};
  if (Status held = hold(folder, "agent", "profile", run.value().profile, flags); !held.ok())
    return held;
  if (const auto kind = setting_of(run.value(), "surface.kind"))
    if (Status held = hold(folder, "surface", "kind", *kind, flags); !held.ok()) return held;
  if (const auto model = setting_of(run.value(), "model.name"); model && *model != kAutoModel)
    flags.push_back({kRunLog, "model", "name", *model, true});
  // Window and process numbers end with the program, so a flag may name another window.
  const bool is_named = std::ranges::any_of(flags, [](const FlagValue& flag) {
    return flag.section == "surface" && flag.key == "window";
  });
  if (const auto window = setting_of(run.value(), "surface.window"); window && !is_named)
    flags.push_back({kRunLog, "surface", "window", *window});
  return hold(folder, "agent", "scenario", setting_of(run.value(), "agent.scenario").value_or(""),
              flags);
}

std::optional<std::string> model_server_of(const std::string& folder) {
  const Result<RunFacts> run = read_facts(folder);
  if (!run.ok() || setting_of(run.value(), "proxy.upstream") == "demo") return std::nullopt;
  return run.value().addresses.upstream;
}

std::optional<DisplayOfRun> private_display_of(const std::string& folder) {
  const Result<RunFacts> run = read_facts(folder);
  if (!run.ok() || run.value().addresses.display != kPrivateDisplay) return std::nullopt;
  return DisplayOfRun{run.value().addresses.program};
}

std::string remote_screen_of(const std::string& folder) {
  const Result<RunFacts> run = read_facts(folder);
  if (!run.ok() || run.value().addresses.display == kPrivateDisplay) return "";
  return run.value().addresses.display;
}

Result<RunLabels> load_labels(const std::string& runs_folder) {
  const std::string path = join_path(runs_folder, kLabelsFile);
  const Result<std::string> json = read_file(path, kMaxLabelsFile);
  if (!json.ok() && json.error().code == ErrorCode::missing) return RunLabels();
  if (!json.ok()) return json.error();
  Result<RunLabels> labels = parse_run_labels(json.value());
  if (!labels.ok()) return within(path, labels.error());
  return labels;
}

Result<std::vector<std::string>> runs_to_remove(const std::string& runs_folder,
                                                const std::string& current, int keep) {
  std::vector<std::string> folders;
  if (keep == 0) return folders;
  const Result<Folder> runs = Folder::open(runs_folder);
  if (!runs.ok()) return within("[proxy] keep_runs", runs.error());
  const Result<std::vector<FolderEntry>> entries = runs.value().list();
  if (!entries.ok()) return within("[proxy] keep_runs", entries.error());
  const Result<RunLabels> labels = load_labels(runs_folder);
  if (!labels.ok()) return within("[proxy] keep_runs", labels.error());
  std::vector<std::string> names;  // of real folders: a link may point to anything
  for (const FolderEntry& entry : entries.value())
    if (entry.kind == EntryKind::folder && !labels.value().contains(entry.name))
      names.push_back(entry.name);
  for (const std::string& name : surplus_runs(std::move(names), current, keep)) {
    const Result<Folder> run = Folder::open(join_path(runs_folder, name));
    if (run.ok() && run.value().has_file(kRunLog) && !is_being_written(run.value()))
      folders.push_back(run.value().path());
  }
  return folders;
}
}  // namespace franz
