#include <algorithm>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/tools/call_json.h"
#include "proxy/offline/trajectory/trajectory.h"

namespace franz::proxy {
// "20261129@120000": OSWorld's form of a time, here in UTC.
static std::string stamp_of(const std::string& time) {
  std::string stamp;
  for (const char c : time.substr(0, 19))
    if (c == 'T') {
      stamp += '@';
    } else if (c != '-' && c != ':') {
      stamp += c;
    }
  return stamp;
}

// An action that was performed, with its code.
static std::string performed_code(const ActionItem& item, const std::optional<Size>& scale) {
  if (!item.call || item.outcome != Outcome::done) return "";
  return pyautogui_code(*item.call, scale);
}

std::string to_osworld(const Trajectory& trajectory) {
  std::string lines;
  long long number = 0;
  for (const TrajectoryStep& step : trajectory.steps) {
    const bool is_last = &step == &trajectory.steps.back();
    for (const ActionItem& item : step.actions) {
      const std::string code = performed_code(item, step.before.size);
      if (code.empty()) continue;
      JsonObject line;
      line.number("step_num", ++number).text("action_timestamp", stamp_of(step.time));
      line.text("action", code).text("response", step.reply);
      line.number("reward", is_last ? trajectory.partial.value_or(0) : 0.0);
      line.boolean("done", is_last && trajectory.finish.has_value()).raw("info", "{}");
      // Our picture after the reply: its actions share one.
      line.text("screenshot_file", step.after.file);
      lines += line.finish() + "\n";
    }
  }
  return lines;
}

static std::string agentnet_step(const TrajectoryStep& step, const std::string& code,
                                 const std::string& action, long long index) {
  JsonObject object;
  object.number("index", index).text("image", step.before.file).open("value");
  object.text("observation", "").text("thought", step.reasoning);
  object.text("action", action).text("code", code);
  object.null("last_step_correct").null("last_step_redundant").text("reflection", "");
  return object.close().finish();
}

std::string to_agentnet(const Trajectory& trajectory) {
  std::vector<std::string> steps;
  for (const TrajectoryStep& step : trajectory.steps)
    for (const ActionItem& item : step.actions) {
      const std::string code = performed_code(item, std::nullopt);
      if (code.empty()) continue;
      steps.push_back(
          agentnet_step(step, code, item.note.value_or(""), static_cast<long long>(steps.size())));
    }
  if (trajectory.finish && trajectory.finish->reason == FinishReason::done) {
    const bool failed = trajectory.success && !*trajectory.success;
    const std::string code =
        std::string("computer.terminate(status=\"") + (failed ? "failure" : "success") + "\")";
    steps.push_back(
        agentnet_step(trajectory.steps.back(), code, "", static_cast<long long>(steps.size())));
  }
  JsonObject object;
  object.text("task_id", trajectory.name).text("instruction", trajectory.objective);
  trajectory.success ? object.boolean("task_completed", *trajectory.success)
                     : object.null("task_completed");
  return object.raw("traj", json_array(steps)).finish() + "\n";
}

static std::string picture_json(const TrajectoryPicture& picture) {
  if (picture.file.empty()) return "null";
  return JsonObject()
      .text("file", picture.file)
      .number("width", static_cast<long long>(picture.size.width))
      .number("height", static_cast<long long>(picture.size.height))
      .finish();
}

static std::string action_json(const ActionItem& item) {
  JsonObject object;
  object.text("tool", item.call ? tool_name(*item.call) : "");
  object.raw("arguments", item.call ? arguments_json(*item.call) : "{}");
  object.text("written", item.written).text("outcome", outcome_name(item.outcome));
  object.text("why", item.why);
  return object.text_or_null("note", item.note).finish();
}

std::string to_jsonl(const Trajectory& trajectory) {
  std::string lines;
  for (const TrajectoryStep& step : trajectory.steps) {
    std::vector<std::string> actions;
    for (const ActionItem& item : step.actions) actions.push_back(action_json(item));
    JsonObject line;
    line.text("run", trajectory.run).number("turn", static_cast<long long>(step.turn));
    line.text("time", step.time).text("model", step.model);
    line.text("objective", trajectory.objective).text("reasoning", step.reasoning);
    line.text("reply", step.reply).raw("actions", json_array(actions));
    line.text("feedback", step.feedback);
    line.raw("before", picture_json(step.before)).raw("after", picture_json(step.after));
    line.text("verdict", step.verdict);
    if (step.usage)
      line.number("prompt_tokens", step.usage->prompt_tokens)
          .number("completion_tokens", step.usage->completion_tokens);
    lines += line.finish() + "\n";
  }
  return lines;
}

std::vector<TrajectoryFile> trajectory_files(const Trajectory& trajectory,
                                             TrajectoryFormat format) {
  switch (format) {
    case TrajectoryFormat::atif: return {{"trajectory.json", to_atif(trajectory)}};
    case TrajectoryFormat::osworld: {
      std::vector<TrajectoryFile> files{{"traj.jsonl", to_osworld(trajectory)}};
      if (trajectory.partial)
        files.push_back({"result.txt", json_number(*trajectory.partial) + "\n"});
      return files;
    }
    case TrajectoryFormat::agentnet: return {{"task.json", to_agentnet(trajectory)}};
    case TrajectoryFormat::otlp: return {};
    case TrajectoryFormat::jsonl: return {{"trajectory.jsonl", to_jsonl(trajectory)}};
  }
  return {};
}
}  // namespace franz::proxy
