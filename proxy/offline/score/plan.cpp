#include "proxy/offline/score/plan.h"
#include <algorithm>
#include <set>
#include "common/base/json_string.h"
#include "common/base/sha256.h"
#include "proxy/tasks/task.h"

namespace franz::proxy {
static constexpr std::size_t kMaxAxes = 20, kMaxValues = 200, kMaxFixed = 200;
static constexpr std::size_t kMaxFileName = 255;
static constexpr double kMaxPrice = 1e9;

static std::string pairs_json(const SettingValues& pairs) {
  JsonObject object;
  for (const auto& [key, value] : pairs) object.text(key, value);
  return object.finish();
}

static std::string tasks_json(const std::vector<PlannedTask>& tasks) {
  std::vector<std::string> all;
  for (const PlannedTask& task : tasks)
    all.push_back(JsonObject()
                      .text("id", task.id)
                      .text("file", task.file)
                      .text("sha256", task.sha256)
                      .finish());
  return json_array(all);
}

static std::string axes_json(const std::vector<ScoreAxis>& axes) {
  std::vector<std::string> all;
  for (const ScoreAxis& axis : axes)
    all.push_back(
        JsonObject().text("key", axis.key).raw("values", json_text_array(axis.values)).finish());
  return json_array(all);
}

std::string to_json(const ScorePlan& plan) {
  JsonObject object;
  object.text("protocol", kScoreProtocol).text("version", plan.version);
  object.raw("tasks", tasks_json(plan.tasks)).raw("axes", axes_json(plan.axes));
  object.raw("fixed", pairs_json(plan.fixed)).text("agent", plan.agent);
  object.number("repeat", static_cast<long long>(plan.repeat));
  object.open("prices")
      .number("input", plan.prices.input)
      .number("output", plan.prices.output)
      .close();
  return object.finish();
}

// Relative, below tasks/, without "." and "..": Folder refuses other names, too.
static bool is_task_file(const std::string& file) {
  return file.starts_with("tasks/") && file.size() <= kMaxFileName &&
         file.find('\\') == std::string::npos && file.find("..") == std::string::npos;
}

static std::vector<PlannedTask> read_tasks(MessageFields& fields, const std::string& pointer) {
  std::vector<PlannedTask> tasks;
  const std::size_t count = fields.size(pointer);
  if (count == 0 || count > kMaxTasks) fields.fail(pointer, "1.." + std::to_string(kMaxTasks));
  std::set<std::string> ids;
  for (std::size_t i = 0; i < count && fields.failure().empty(); ++i) {
    const std::string at = pointer + "/" + std::to_string(i);
    PlannedTask task{fields.text(at + "/id"), fields.text(at + "/file"),
                     fields.text(at + "/sha256")};
    if (!is_task_name(task.id)) fields.fail(at + "/id", "letters, digits, -, _ and .");
    if (!ids.insert(task.id).second) fields.fail(at + "/id", "another id than an earlier task");
    if (!is_task_file(task.file)) fields.fail(at + "/file", "a file below tasks/");
    if (!is_sha256_hex(task.sha256)) fields.fail(at + "/sha256", "64 hexadecimal digits");
    tasks.push_back(std::move(task));
  }
  return tasks;
}

static std::vector<ScoreAxis> read_axes(MessageFields& fields, const std::string& pointer) {
  std::vector<ScoreAxis> axes;
  const std::size_t count = fields.size(pointer);
  if (count > kMaxAxes) fields.fail(pointer, "at most " + std::to_string(kMaxAxes));
  for (std::size_t i = 0; i < count && fields.failure().empty(); ++i) {
    const std::string at = pointer + "/" + std::to_string(i);
    ScoreAxis axis{fields.text(at + "/key"), fields.texts(at + "/values", kMaxValues)};
    if (axis.values.empty()) fields.fail(at + "/values", "at least one");
    axes.push_back(std::move(axis));
  }
  return axes;
}

static SettingValues read_pairs(MessageFields& fields, const std::string& pointer) {
  SettingValues pairs;
  const std::vector<std::string> keys = fields.keys(pointer);
  if (keys.size() > kMaxFixed) fields.fail(pointer, "at most " + std::to_string(kMaxFixed));
  for (const std::string& key : keys) {
    if (!fields.failure().empty()) break;
    pairs.emplace_back(key, fields.text(pointer + "/" + pointer_segment(key)));
  }
  return pairs;
}

ScorePlan read_score_plan(MessageFields& fields, const std::string& pointer) {
  ScorePlan plan;
  if (fields.text(pointer + "/protocol") != kScoreProtocol)
    fields.fail(pointer + "/protocol", std::string("\"") + kScoreProtocol + "\"");
  plan.version = fields.text(pointer + "/version");
  plan.tasks = read_tasks(fields, pointer + "/tasks");
  plan.axes = read_axes(fields, pointer + "/axes");
  plan.fixed = read_pairs(fields, pointer + "/fixed");
  plan.agent = fields.text(pointer + "/agent", "");
  plan.repeat = static_cast<int>(fields.integer(pointer + "/repeat", 1, kMaxRepeat));
  plan.prices.input = fields.number(pointer + "/prices/input", 0, kMaxPrice);
  plan.prices.output = fields.number(pointer + "/prices/output", 0, kMaxPrice);
  if (!fields.failure().empty()) return plan;
  std::size_t arms = 1;
  for (const ScoreAxis& axis : plan.axes) {
    arms *= axis.values.size();
    if (arms > kMaxArms) break;
  }
  if (arms > kMaxArms)
    fields.fail(pointer + "/axes", "at most " + std::to_string(kMaxArms) + " combinations");
  if (plan.tasks.size() * arms * static_cast<std::size_t>(plan.repeat) > kMaxTrials)
    fields.fail(pointer + "/repeat", "at most " + std::to_string(kMaxTrials) + " trials");
  return plan;
}

std::size_t arm_count(const ScorePlan& plan) {
  std::size_t count = 1;
  for (const ScoreAxis& axis : plan.axes) count *= axis.values.size();
  return count;
}

SettingValues arm_values(const ScorePlan& plan, int arm) {
  SettingValues values;
  std::size_t rest = static_cast<std::size_t>(arm) - 1;
  for (auto axis = plan.axes.rbegin(); axis != plan.axes.rend(); ++axis) {
    values.emplace_back(axis->key, axis->values[rest % axis->values.size()]);
    rest /= axis->values.size();
  }
  std::ranges::reverse(values);
  return values;
}

std::string arm_text(const ScorePlan& plan, int arm) {
  std::string text;
  for (const auto& [key, value] : arm_values(plan, arm)) {
    if (!text.empty()) text += ", ";
    text += key == "model.name" ? "model" : key.substr(key.find('.') + 1);
    text += "=" + value;
  }
  if (!text.empty()) return text;
  return plan.agent.empty() ? "all" : plan.agent;
}

std::vector<Trial> all_trials(const ScorePlan& plan) {
  std::vector<Trial> trials;
  const int arms = static_cast<int>(arm_count(plan));
  for (int repeat = 1; repeat <= plan.repeat; ++repeat)
    for (int task = 0; task < static_cast<int>(plan.tasks.size()); ++task)
      for (int arm = 1; arm <= arms; ++arm) trials.push_back({task, arm, repeat});
  return trials;
}

std::string trial_name(const ScorePlan& plan, const Trial& trial) {
  return plan.tasks[static_cast<std::size_t>(trial.task)].id + "." + std::to_string(trial.arm) +
         "." + std::to_string(trial.repeat);
}

std::string trial_folder(const std::string& trial, int attempt) {
  return attempt == 1 ? trial : trial + "-" + std::to_string(attempt);
}

std::string difference(const ScorePlan& a, const ScorePlan& b) {
  const auto both = [](const char* what, const std::string& one, const std::string& other) {
    return std::string(what) + ": " + one + " and " + other;
  };
  if (a.version != b.version) return both("the version of FRANZ", a.version, b.version);
  if (a.tasks != b.tasks) return "the tasks";
  if (a.axes != b.axes) return both("the axes", axes_json(a.axes), axes_json(b.axes));
  if (a.fixed != b.fixed) return both("the settings", pairs_json(a.fixed), pairs_json(b.fixed));
  if (a.agent != b.agent) return both("the agent", a.agent, b.agent);
  if (a.repeat != b.repeat)
    return both("repeat", std::to_string(a.repeat), std::to_string(b.repeat));
  if (a.prices != b.prices) return "the prices";
  return "";
}
}  // namespace franz::proxy
