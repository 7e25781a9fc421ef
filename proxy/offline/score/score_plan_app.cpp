#include "proxy/offline/score/score_plan_app.h"
#include <algorithm>
#include <chrono>
#include <string_view>
#include <thread>
#include <utility>
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/run/run_claim_app.h"
#include "common/run/run_dir_app.h"
#include "common/run/turn_record.h"
#include "common/settings/setting_flags_app.h"
#include "proxy/offline/score/bundle_app.h"
#include "proxy/offline/score/bundle_archive_app.h"
#include "proxy/offline/score/trial_end_app.h"
#include "proxy/tasks/consent_app.h"

namespace franz::proxy {
static constexpr std::int64_t kEndMayTakeMs = 15'000;

bool matches_glob(std::string_view pattern, std::string_view name) {
  std::size_t at = 0, in = 0, star = std::string_view::npos, resumed = 0;
  while (in < name.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      resumed = in;
    } else if (at < pattern.size() && (pattern[at] == '?' || pattern[at] == name[in])) {
      ++at;
      ++in;
    } else if (star != std::string_view::npos) {
      at = star + 1;
      in = ++resumed;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

std::vector<ScoreAxis> axes_of(const SettingValues& held, SettingValues& fixed) {
  std::vector<ScoreAxis> all;
  for (const auto& [key, value] : held) {
    auto axis = std::ranges::find(all, key, &ScoreAxis::key);
    if (axis == all.end()) axis = all.insert(all.end(), {key, {}});
    if (std::ranges::find(axis->values, value) == axis->values.end()) axis->values.push_back(value);
  }
  std::vector<ScoreAxis> axes;
  for (ScoreAxis& axis : all) {
    if (axis.values.size() > 1) {
      axes.push_back(std::move(axis));
    } else {
      fixed.emplace_back(axis.key, axis.values.front());
    }
  }
  return axes;
}

// A folder means all .json files in it.
static Result<std::vector<std::string>> names_of_tasks(const Options& options) {
  if (options.score.tasks.empty()) return task_names(options.config);
  std::vector<std::string> names;
  for (const std::string& given : options.score.tasks) {
    if (!folder_exists(given)) {
      names.push_back(given);
      continue;
    }
    const Result<std::vector<std::string>> files = list_folder(given);
    if (!files.ok()) return files.error();
    for (const std::string& file : files.value())
      if (file.ends_with(".json")) names.push_back(join_path(given, file));
  }
  return names;
}

static Result<std::vector<LoadedTask>> load_tasks(const Options& options) {
  const Result<std::vector<std::string>> names = names_of_tasks(options);
  if (!names.ok()) return names.error();
  std::vector<LoadedTask> tasks;
  for (const std::string& name : names.value()) {
    Result<LoadedTask> task = find_task(options.config, name);
    if (!task.ok()) return task.error();
    const auto& only = options.score.only;
    if (!only.empty() && !matches_glob(only, task.value().task.id)) continue;
    if (options.score.limit > 0 && tasks.size() == static_cast<std::size_t>(options.score.limit))
      break;
    tasks.push_back(std::move(task).value());
  }
  if (tasks.empty()) return Error{"no task is left to measure"};
  return tasks;
}

namespace {
// What the command's own --set options say, and the settings with them: a wrong one would fail
// every trial, so it is refused before the first. Of several values of a key the last is in force.
struct OwnSettings {
  SettingValues values;  // by SECTION.KEY
  ResolvedSettings in_force;
};
}  // namespace

static Result<OwnSettings> read_sets(const Options& options) {
  OwnSettings own{{}, options.settings};
  for (const std::string& text : options.score.sets) {
    const Result<FlagValue> set = read_set(text);
    if (!set.ok()) return set.error();
    const FlagValue& given = set.value();
    const Status valid = put_in_force(
        {given.section, given.key, given.value, Layer::flag, given.flag}, own.in_force);
    if (!valid.ok()) return within("--set " + text, valid.error());
    own.values.emplace_back(given.section + "." + given.key, given.value);
  }
  return own;
}

// The settings that the command holds, without those that each trial gets of its own. The options
// of `score` replace the automatic choices.
static SettingValues held_settings(const Options& options, const SettingValues& sets) {
  SettingValues own;
  for (const std::string& model : options.score.models) own.emplace_back("model.name", model);
  for (const std::string& profile : options.score.profiles)
    own.emplace_back("agent.profile", profile);
  for (const std::string& prompt : options.score.prompts)
    own.emplace_back(kPromptKey, prompt_name(prompt));
  own.insert(own.end(), sets.begin(), sets.end());
  const auto is_own = [&own](const std::string& key) {
    return std::ranges::any_of(own, [&key](const auto& each) { return each.first == key; });
  };
  SettingValues held;
  for (const FlagValue& flag : options.held)
    if (!is_own(flag.section + "." + flag.key))
      held.emplace_back(flag.section + "." + flag.key, flag.value);
  held.insert(held.end(), own.begin(), own.end());
  std::erase_if(held, [&options](const auto& each) {
    // Which of several servers answers does not belong to what is measured.
    if (each.first == "proxy.upstream" && options.score.upstreams.size() > 1) return true;
    return each.first == "proxy.runs" || each.first == "proxy.listen" ||
           each.first == "proxy.dashboard";
  });
  return held;
}

// Writes nothing.
static Result<ScorePlan> make_plan(const Options& options, const std::vector<LoadedTask>& tasks) {
  const Result<OwnSettings> own = read_sets(options);
  if (!own.ok()) return own.error();
  const ModelSettings& model = own.value().in_force.settings.model;
  ScorePlan plan;
  plan.version = FRANZ_VERSION;
  for (const LoadedTask& task : tasks) plan.tasks.push_back(planned_task(task));
  plan.axes = axes_of(held_settings(options, own.value().values), plan.fixed);
  plan.agent = options.agent;
  plan.repeat = options.score.repeat;
  plan.prices = {model.input_price, model.output_price};
  if (options.score.max_cost > 0 && model.input_price <= 0 && model.output_price <= 0)
    return Error{"--max-cost needs [model] input_price and output_price"};
  // What a reader refuses is refused here, before anything runs.
  const std::string json = to_json(plan);
  Result<MessageFields> fields = MessageFields::parse(json);
  if (!fields.ok()) return fields.error();
  static_cast<void>(read_score_plan(fields.value(), ""));
  if (!fields.value().failure().empty()) return fields.value().error();
  return plan;
}

static Status copy_files(const Options& options, const std::vector<LoadedTask>& tasks,
                         const Folder& bundle) {
  for (const LoadedTask& task : tasks)
    if (const Status added = add_task(bundle, task); !added.ok()) return added;
  for (const std::string& prompt : options.score.prompts)
    if (const Status added = add_prompt(bundle, prompt); !added.ok())
      return within("--prompt", added.error());
  return Done{};
}

static std::string bundle_path(const Options& options) {
  std::string out = options.score.out;
  if (out.ends_with(kArchiveEnd)) out.erase(out.size() - std::string_view(kArchiveEnd).size());
  if (!out.empty()) return out;
  std::string name = "score_" + utc_text(static_cast<double>(unix_time_ms())).substr(0, 19);
  std::erase_if(name, [](char c) { return c == '-' || c == ':'; });
  std::ranges::replace(name, 'T', '_');
  return join_path(options.settings.settings.proxy.runs, name);
}

// Whether a score may be written there: the folder is new or empty, or has what an interrupted
// start leaves.
static Status check_is_free(const std::string& path) {
  const Result<std::vector<std::string>> names = list_folder(path);
  if (!names.ok()) return names.error();
  for (const std::string& name : names.value())
    if (name != "tasks" && name != "prompts" && name != kBundleLock && !is_leftover(name))
      return Error{path + " is no score, and " + name +
                   " is in it: name another folder with --out"};
  return Done{};
}

// The run of a try that was interrupted may still be ending, since its proxy was asked to.
static void wait_until_written(const std::string& folder) {
  const std::int64_t until = steady_time_ms() + kEndMayTakeMs;
  while (steady_time_ms() < until) {
    const Result<Folder> opened = Folder::open(folder);
    if (!opened.ok() || !is_being_written(opened.value())) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

// A run that was complete before its try was interrupted has a result. Without it in the ledger,
// an interruption would be a way to get another result.
static Status take_results(LedgerFile& file) {
  std::vector<EndedLine> found;
  for (const auto& [name, state] : file.ledger().trials()) {
    if (!state.running) continue;
    const std::string folder = join_path(join_path(file.bundle().path(), kBundleRuns),
                                         file.ledger().folder(name, state.tries));
    wait_until_written(folder);
    const Result<RunDir> run = RunDir::open(folder);
    if (!run.ok()) continue;
    TrialEnd end = read_trial_end(run.value());
    if (end.outcome != TrialOutcome::infrastructure)
      found.push_back({name, state.tries, std::move(end)});
  }
  for (const EndedLine& ended : found)
    if (const Status added = file.add(ended); !added.ok()) return added;
  return Done{};
}

Result<std::unique_ptr<LedgerFile>> open_score(const Options& options) {
  const std::string path = bundle_path(options);
  const Result<std::vector<LoadedTask>> tasks = load_tasks(options);
  if (!tasks.ok()) return tasks.error();
  if (const Status asked = ask_for_consent(tasks.value(), options.yes_tasks); !asked.ok())
    return asked.error();
  Result<ScorePlan> plan = make_plan(options, tasks.value());
  if (!plan.ok()) return plan.error();
  if (!file_exists(join_path(path, kLedgerFile)))
    if (const Status free = check_is_free(path); !free.ok()) return free.error();
  auto opened = LedgerFile::open(path);
  if (!opened.ok()) return opened;
  LedgerFile& file = *opened.value();
  if (file.ledger().has_plan()) {
    // A plan in somebody's bundle is not run: the command says what is run, and must agree.
    const std::string differs = difference(file.ledger().plan(), plan.value());
    if (!differs.empty())
      return Error{path + " has another plan (" + differs +
                   "): continue it with the same command, or name another folder with --out"};
    if (const Status taken = take_results(file); !taken.ok()) return taken.error();
    return opened;
  }
  if (const Status copied = copy_files(options, tasks.value(), file.bundle()); !copied.ok())
    return copied.error();
  if (const Status added = file.add(std::move(plan).value()); !added.ok()) return added.error();
  return opened;
}
}  // namespace franz::proxy
