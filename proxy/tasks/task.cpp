#include "proxy/tasks/task.h"
#include <algorithm>
#include "common/base/command_words.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/sha256.h"

namespace franz::proxy {
static std::string_view getter_name(Getter::Kind kind) {
  switch (kind) {
    case Getter::Kind::command: return "vm_command_line";
    case Getter::Kind::file: return "vm_file";
    case Getter::Kind::windows: return "window_list";
    case Getter::Kind::region: return "screen_region";
    case Getter::Kind::canvas: return "canvas";
    case Getter::Kind::answer: return "answer";
    case Getter::Kind::rule: return "rule";
    case Getter::Kind::local: return "local_file";
  }
  return "";
}

std::string Getter::key() const {
  JsonObject object;
  object.text("type", getter_name(kind));
  if (!command.empty()) object.raw("command", json_text_array(command));
  if (!path.empty()) object.text("path", path);
  if (area)
    object.raw("area", "[" + std::to_string(area->origin_x) + "," + std::to_string(area->origin_y) +
                           "," + std::to_string(area->width) + "," + std::to_string(area->height) +
                           "]");
  return object.finish();
}

std::vector<Getter> Task::getters() const {
  std::vector<Getter> all;
  const auto add = [&all](const Getter& getter) {
    const std::string key = getter.key();
    const bool known =
        std::ranges::any_of(all, [&](const Getter& each) { return each.key() == key; });
    if (getter.is_stored() && !known) all.push_back(getter);
  };
  for (const Checkpoint& checkpoint : checkpoints)
    for (const TaskCheck& check : checkpoint.checks) {
      add(check.result);
      if (check.expected) add(*check.expected);
    }
  return all;
}

static void add_commands(std::vector<std::string>& lines, const std::string& when,
                         const std::vector<TaskStep>& steps) {
  for (const TaskStep& step : steps)
    if (!step.command.empty()) lines.push_back(when + ": " + command_of(step.command));
}

std::vector<std::string> Task::commands() const {
  std::vector<std::string> lines;
  add_commands(lines, "before the run", setup);
  add_commands(lines, "after the run", after);
  for (const Getter& getter : getters())
    if (getter.kind == Getter::Kind::command)
      lines.push_back("to judge it: " + command_of(getter.command));
  for (const std::vector<std::string>& turn : solution)
    for (const std::string& call : turn)
      if (call.find("launch") != std::string::npos) lines.push_back("its solution: " + call);
  return lines;
}

bool Task::runs_commands() const {
  const auto has_command = [](const TaskStep& step) { return !step.command.empty(); };
  return std::ranges::any_of(setup, has_command) || std::ranges::any_of(after, has_command) ||
         std::ranges::any_of(
             getters(), [](const Getter& getter) { return getter.kind == Getter::Kind::command; });
}

std::string task_digest(std::string_view json, const std::map<std::string, std::string>& digests) {
  Sha256 digest;
  digest.update(json);
  for (const auto& [name, sha256] : digests) digest.update(sha256 + "  " + name + "\n");
  return digest.finish();
}
}  // namespace franz::proxy
