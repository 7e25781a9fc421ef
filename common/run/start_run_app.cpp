#include "common/run/start_run_app.h"
#include <algorithm>
#include <map>
#include <utility>
#include "common/os/clock.h"
#include "common/os/paths.h"
#include "common/run/keep_runs.h"
#include "common/run/run_state_app.h"
#include "common/run/unrecorded.h"
#include "common/wire/limits.h"
#include "common/wire/message_fields.h"

namespace franz {
static constexpr int kCannotStart = 3;
static constexpr std::size_t kIdBytes = 16;

static void begin(LoadedRun& loaded, const RunClaim& claim) {
  loaded.run.name = claim.name();
  loaded.run.run = random_hex(kIdBytes);
  loaded.run.started = utc_now();
  // Whoever wrote the turns that there are told nothing of them.
  loaded.run.told_from = loaded.known.last + 1;
}

Result<StartedRun, StartFailure> start_new_run(const std::string& runs_folder,
                                               const std::string& program) {
  Result<RunClaim> claim = RunClaim::make(runs_folder, program);
  if (!claim.ok()) return StartFailure{kCannotStart, "the run folder: " + claim.error().message};
  StartedRun started{std::move(claim).value(), {}};
  begin(started.loaded, started.claim);
  return started;
}

// The turn of the sandbox that was drawn last; 0: none, or nobody knows.
static int drawn_turn(const RunDir& dir) {
  const Result<std::string> text = dir.read(kSandboxStateFile);
  Result<MessageFields> fields = text.ok() ? MessageFields::parse(text.value()) : text.error();
  if (!fields.ok()) return 0;
  const auto turn = fields.value().integer("/turn", 0, kMaxTurn, 0);
  return fields.value().failure().empty() ? static_cast<int>(turn) : 0;
}

// Nobody makes it again.
static void lose_unrecorded(LoadedRun& loaded) {
  if (loaded.known.unrecorded > 0) loaded.run.lost_turns.add(loaded.known.unrecorded);
  loaded.known.unrecorded = 0;
}

// Names what a kill kept from the record. A state that cannot be read is the orchestrator's to
// tell of.
static void name_unrecorded(const RunDir& dir, LoadedRun& loaded) {
  TurnRanges recorded;
  std::map<int, int> attempts;  // of marked turns
  for (const TurnRow& row : loaded.rows) {
    recorded.add(row.turn);
    if (loaded.marks.attempts.contains(row.turn)) attempts[row.turn] = row.attempt;
  }
  const UnrecordedReplies passed = unrecorded_replies(loaded.marks, recorded, attempts);
  loaded.run.lost_turns.add(passed.over);
  loaded.known.unrecorded = passed.last;
  const Result<LoopState> state = read_run_state(dir);
  if (!state.ok()) return;
  const int turn = state.value().turn;
  std::optional<TurnRecord> record;
  if (recorded.contains(turn))
    if (const Result<std::string> text = dir.read(record_file(turn)); text.ok())
      if (Result<TurnRecord> read = parse_turn_record(text.value()); read.ok())
        record = std::move(read).value();
  KnownTurns& known = loaded.known;
  const auto last = known.attempts.find(turn);
  const int reached = std::max(drawn_turn(dir), loaded.marks.last());
  const Unrecorded found = find_unrecorded(state.value(), reached, recorded, record,
                                           last == known.attempts.end() ? 0 : last->second);
  loaded.run.lost_turns.add(found.turns);
  // Of the state's own turn that is told already.
  if (known.unrecorded < turn) lose_unrecorded(loaded);
  if (known.unrecorded == turn) known.unrecorded = 0;
  if (!found.made_again.empty())
    loaded.run.add_change(utc_now(), "made again: " + to_text(found.made_again) +
                                         "; the story was not saved behind them, and later replies "
                                         "to them than the records' may be lost");
  if (!found.reply) return;
  loaded.run.add_lost_reply(utc_now(), *found.reply);
  known.replies.erase(turn);
  known.steps.forget_reply(turn);
  known.steps.forget_picture(turn);
}

Result<StartedRun, StartFailure> resume_run(const std::string& folder, const std::string& program,
                                            MissingRun missing,
                                            const std::function<bool()>& go_on) {
  const Result<RunDir> dir = RunDir::open(folder);
  if (!dir.ok()) return StartFailure{kCannotStart, dir.error().message};
  // Before the lock is written there.
  if (const Status may = check_may_resume(dir.value()); !may.ok())
    return StartFailure{kCannotStart, may.error().message};
  Result<RunClaim> claim = RunClaim::take(folder, program);
  if (!claim.ok()) return StartFailure{kCannotStart, claim.error().message};
  const bool begins = missing == MissingRun::begin && !dir.value().folder().kind(kRunFile);
  if (begins) {
    if (const Status may = check_may_begin(dir.value()); !may.ok())
      return StartFailure{kCannotStart, may.error().message};
  }
  Result<LoadedRun> loaded = begins ? load_turns(folder, go_on) : load_run(folder, go_on);
  if (!loaded.ok()) return StartFailure{2, loaded.error().message};
  if (const Status may = check_goes_on(loaded.value().run); !may.ok())
    return StartFailure{2, folder + ": " + may.error().message};
  name_unrecorded(dir.value(), loaded.value());
  StartedRun started{std::move(claim).value(), std::move(loaded).value(), true};
  if (const auto& finished = started.loaded.finished) {
    bool sealed = false;  // a clean end lists run.json, and nothing else does
    const Status read = each_sum(dir.value(), [&sealed](const Sum& sum) {
      sealed = sum.name == kRunFile;
      return !sealed;
    });
    if (!read.ok()) return StartFailure{kCannotStart, read.error().message};
    lose_unrecorded(started.loaded);
    if (!sealed) return started;
    return StartFailure{2, folder + " is finished (" + finished->text + "); " + command_name() +
                               " fork RUN --at N makes a run that goes on after turn N"};
  }
  const int last = started.loaded.known.last;
  if (last >= kMaxTurn)
    return StartFailure{kCannotStart, folder + ": turn " + std::to_string(kMaxTurn) +
                                          " is recorded, the last there can be"};
  if (begins) begin(started.loaded, started.claim);
  started.loaded.run.name = started.claim.name();
  if (!begins || last > 0)
    started.loaded.run.add_change(utc_now(), "resumed after turn " + std::to_string(last));
  return started;
}

void set_in_force(LoadedRun& loaded, const ResolvedSettings& settings) {
  RunFile& run = loaded.run;
  run.version = FRANZ_VERSION;
  run.profile = settings.settings.agent.profile;
  run.settings = settings_as_json(settings.settings);
  run.sources = sources_as_json(settings);
}

static std::optional<std::string> setting_of(const RunFile& run, const std::string& name) {
  Result<MessageFields> settings = MessageFields::parse(run.settings);
  if (!settings.ok()) return std::nullopt;
  return settings.value().optional_text("/" + name);
}

std::optional<std::string> canvas_of(const RunFile& run) {
  return setting_of(run, "surface.canvas");
}

std::optional<std::string> objective_of(const RunFile& run) {
  return setting_of(run, "agent.objective");
}

static Error keeps_its_own(const FlagValue& flag, const std::string& folder,
                           const std::string& kept) {
  const std::string of = kept.empty() ? "without a " + flag.key : "of the " + flag.key + " " + kept;
  return Error{flag.flag + " " + flag.value + ": " + folder + " is a run " + of +
               ", and a run keeps its own"};
}

// `kept`: what the run has; empty: none.
static Status hold(const std::string& folder, const std::string& section, const std::string& key,
                   const std::string& kept, std::vector<FlagValue>& flags) {
  for (const FlagValue& flag : flags) {
    if (flag.section != section || flag.key != key || flag.yields) continue;
    if (key == "profile" && flag.value == kAutoProfile) continue;  // chosen once
    if (flag.value == kept) return Done{};
    return keeps_its_own(flag, folder, kept);
  }
  flags.push_back({kRunFile, section, key, kept});
  return Done{};
}

static Result<RunFile> read_run_file(const std::string& folder) {
  const Result<RunDir> dir = RunDir::open(folder);
  if (!dir.ok()) return dir.error();
  const Result<std::string> text = dir.value().read(kRunFile);
  if (!text.ok()) return text.error();
  return parse_run_file(text.value());
}

Status hold_choices(const std::string& folder, std::vector<FlagValue>& flags) {
  const Result<RunFile> run = read_run_file(folder);
  if (!run.ok() || run.value().profile.empty()) return Done{};
  if (Status held = hold(folder, "agent", "profile", run.value().profile, flags); !held.ok())
    return held;
  if (const auto kind = setting_of(run.value(), "surface.kind"))
    if (Status held = hold(folder, "surface", "kind", *kind, flags); !held.ok()) return held;
  if (const auto model = setting_of(run.value(), "model.name"); model && *model != kAutoModel)
    flags.push_back({kRunFile, "model", "name", *model, true});
  // Numbers of windows and processes die with the program: a flag may name another one.
  const bool is_named = std::ranges::any_of(flags, [](const FlagValue& flag) {
    return flag.section == "surface" && flag.key == "window";
  });
  if (const auto window = setting_of(run.value(), "surface.window"); window && !is_named)
    flags.push_back({kRunFile, "surface", "window", *window});
  return hold(folder, "agent", "scenario", setting_of(run.value(), "agent.scenario").value_or(""),
              flags);
}

std::optional<std::string> model_server_of(const std::string& folder) {
  const Result<RunFile> run = read_run_file(folder);
  if (!run.ok() || setting_of(run.value(), "proxy.upstream") == "demo") return std::nullopt;
  return run.value().upstream;
}

std::optional<DisplayOfRun> private_display_of(const std::string& folder) {
  const Result<RunFile> run = read_run_file(folder);
  if (!run.ok() || run.value().display != kPrivateDisplay) return std::nullopt;
  return DisplayOfRun{run.value().program};
}

Result<std::vector<std::string>> runs_to_remove(const std::string& runs_folder,
                                                const std::string& current, int keep) {
  std::vector<std::string> folders;
  if (keep == 0) return folders;
  const Result<Folder> runs = Folder::open(runs_folder);
  if (!runs.ok()) return within("[proxy] keep_runs", runs.error());
  const Result<std::vector<FolderEntry>> entries = runs.value().list();
  if (!entries.ok()) return within("[proxy] keep_runs", entries.error());
  std::vector<std::string> names;  // of folders: what a link names may be anybody's
  for (const FolderEntry& entry : entries.value())
    if (entry.kind == EntryKind::folder) names.push_back(entry.name);
  for (const std::string& name : surplus_runs(std::move(names), current, keep)) {
    const Result<Folder> run = Folder::open(join_path(runs_folder, name));
    if (run.ok() && run.value().has_file(kRunFile) && !is_being_written(run.value()))
      folders.push_back(run.value().path());
  }
  return folders;
}
}  // namespace franz
