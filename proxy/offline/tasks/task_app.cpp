#include "proxy/offline/tasks/task_app.h"
#include <algorithm>
#include <string>
#include <vector>
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "proxy/tasks/task_files_app.h"

namespace franz::proxy {
static constexpr std::size_t kShownInstruction = 100;  // bytes

static int fail_task(int code, const std::string& text) {
  print_error(command_name() + " task: " + text);
  return code;
}

static int check_tasks(const Options& options) {
  if (options.files.empty()) return fail_task(2, "check: expected the files to check");
  int code = 0;
  std::string text;
  for (const std::string& file : options.files) {
    const Result<LoadedTask> task = find_task(options.config, file);
    if (!task.ok()) {
      code = fail_task(1, task.error().message);
      continue;
    }
    text += printable(task.value().path) + ": ok, digest " + task.value().digest + "\n";
    for (const std::string& line : task.value().task.commands())
      text += "  " + with_hidden_shown(line) + "\n";
  }
  return print_lines(text).ok() ? code : 1;
}

static std::string padded_column(std::string text, std::size_t width) {
  const std::size_t length = count_characters(text);
  if (length < width) text.append(width - length, ' ');
  return text + "  ";
}

static int list_tasks(const Options& options) {
  const Result<std::vector<std::string>> names = task_names(options.config);
  if (!names.ok()) return fail_task(1, names.error().message);
  int code = 0;
  std::size_t width = 0;
  for (const std::string& name : names.value()) width = std::max(width, count_characters(name));
  std::string text;
  for (const std::string& name : names.value()) {
    const Result<LoadedTask> task = find_task(options.config, name);
    if (!task.ok()) {
      code = fail_task(1, task.error().message);
      continue;
    }
    const std::string missing = missing_program(task.value().task);
    text += printable(padded_column(name, width) + padded_column(task.value().task.level, 7) +
                      cut_text(task.value().task.instruction, kShownInstruction) +
                      (missing.empty() ? "" : " (needs " + missing + ")")) +
            "\n";
  }
  return print_lines(text).ok() ? code : 1;
}

int run_task(const Options& options) {
  return options.action == "check" ? check_tasks(options) : list_tasks(options);
}
}  // namespace franz::proxy
