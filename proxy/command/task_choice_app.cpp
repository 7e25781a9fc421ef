#include "proxy/command/task_choice_app.h"
#include <algorithm>
#include <utility>
#include "common/base/json_string.h"
#include "common/formats/profile_choice.h"
#include "common/run/log_entry.h"
#include "common/tools/surface_facts.h"
#include "common/tools/tool_registry.h"
#include "proxy/tasks/agent_script.h"

namespace franz::proxy {
static constexpr int kRepeatsOfALoop = 5;  // of a turn, in a trial

static bool is_set(const std::vector<FlagValue>& flags, std::string_view section,
                   std::string_view key) {
  return std::ranges::any_of(flags, [&](const FlagValue& flag) {
    return flag.section == section && flag.key == key && !flag.value.empty();
  });
}

static Status check_arguments(const Options& options, const std::vector<FlagValue>& flags) {
  if (!options.resume.empty())
    return Error{"a trial is not resumed: what was open on its display is gone"};
  if (!options.program.empty())
    return Error{"the task starts its own programs; leave out -- " + options.program.front()};
  const auto screen = std::ranges::find_if(flags, [](const FlagValue& each) {
    return each.section == "surface" && each.key == "display" && each.value != kPrivateDisplay;
  });
  if (screen != flags.end())
    return Error{"a trial runs on a private display, where it is the same each time; leave out " +
                 screen->flag + " " + screen->value};
  for (const char* const key : {"objective", "scenario"})
    if (is_set(flags, "agent", key))
      return Error{"the task is the objective; leave out the other " + std::string(key)};
  return Done{};
}

static const char* surface_name(TaskSurface surface) {
  switch (surface) {
    case TaskSurface::desktop: return "desktop";
    case TaskSurface::window: return "window";
    case TaskSurface::sandbox: break;
  }
  return "sandbox";
}

Status hold_task(const std::string& name_or_path, Options& options, std::vector<FlagValue>& flags) {
  const std::string flag = "--task " + name_or_path;
  if (const Status may = check_arguments(options, flags); !may.ok())
    return within(flag, may.error());
  Result<LoadedTask> found = find_task(options.config, name_or_path);
  if (!found.ok()) return within("--task", found.error());
  const auto trial = std::make_shared<const LoadedTask>(std::move(found).value());
  const Task& task = trial->task;
  const auto hold = [&](const char* section, const std::string& key, const std::string& value) {
    flags.push_back({flag, section, key, value});
    options.held.push_back(flags.back());
  };
  const auto hold_limit = [&](const std::string& key, double limit) {
    if (limit > 0 && !is_set(flags, "limits", key)) hold("limits", key, json_number(limit));
  };
  hold("agent", "objective", task.instruction);
  hold("surface", "kind", surface_name(task.surface));
  hold("surface", "display", kPrivateDisplay);
  hold("surface", "window", task.window);
  if (task.canvas)
    hold("surface", "canvas",
         std::to_string(task.canvas->width) + "x" + std::to_string(task.canvas->height));
  hold("safety", "approve", "never");
  hold("safety", "dry_run", "off");
  hold("limits", "unattended", "on");
  for (const std::string& tool : task.tools) hold("tools", tool, "on");
  hold_limit("max_turns", task.max_turns);
  hold_limit("max_minutes", task.max_minutes);
  // A model that repeats itself has failed; its remaining turns would only cost time.
  if (options.agent.empty()) hold_limit("pause_after_repeats", kRepeatsOfALoop);
  if (!options.agent.empty()) {
    const bool solves = options.agent == kSolutionAgent;
    if (solves && task.solution.empty()) return Error{flag + ": the task has no solution"};
    hold("proxy", "upstream", "demo");
    hold("agent", "profile", std::string(kDefaultProfile));
    hold("agent", "max_steps", std::to_string(agent_turns(solves ? task.solution : Solution{})));
    for (const Tool& tool : all_tools()) hold("tools", std::string(tool.name), "on");
  }
  options.trial = trial;
  return Done{};
}
}  // namespace franz::proxy
