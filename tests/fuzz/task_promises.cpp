#include "tests/fuzz/task_promises.h"
#include <algorithm>
#include "proxy/tasks/task_result.h"
#include "proxy/tasks/workbook.h"

namespace franz::proxy {
static bool is_inside(const std::string& path) {
  return !path.empty() && !path.starts_with('/') &&
         ("/" + path + "/").find("/../") == std::string::npos;
}

std::string broken_task_promise(std::string_view text) {
  const Result<Task> read = parse_task(text);
  if (!read.ok()) return read.error().message.empty() ? "a refusal without a reason" : "";
  const Task& task = read.value();
  if (std::ranges::all_of(task.checkpoints, &Checkpoint::must_not)) return "no checkpoint counts";
  if (task.getters().size() > kMaxGetters) return "too many getters";
  for (const Getter& getter : task.getters())
    if (!getter.path.empty() && !is_inside(getter.path)) return "a getter reads outside";
  for (const std::string& file : task.files)
    if (!is_inside(file)) return "a file is outside";
  for (const TaskStep& step : task.setup)
    for (const TaskStep::Upload& file : step.files)
      if (!is_inside(file.to)) return "an upload goes outside";
  if (task.runs_commands() == task.commands().empty() && task.solution.empty())
    return "its commands are not listed";
  const Result<Score> score = check_results(task, {});
  if (!score.ok()) return "it cannot be judged: " + score.error().message;
  const bool bounded = score.value().partial >= 0 && score.value().partial <= 1;
  if (!bounded || score.value().success || score.value().partial > 0)
    return "nothing was there, and it counts";
  return "";
}

std::string broken_task_result_promise(std::string_view text) {
  const Result<TaskResult> read = parse_task_result(text);
  if (!read.ok()) return "";
  const std::string written = to_json(read.value());
  const Result<TaskResult> again = parse_task_result(written);
  if (!again.ok()) return "what was written is refused: " + again.error().message;
  return to_json(again.value()) == written ? "" : "it changes when it is written again";
}

std::string broken_workbook_promise(std::string_view bytes) {
  const Result<Workbook> read = read_workbook(bytes);
  if (!read.ok()) return "";
  std::size_t cells = 0;
  for (const Sheet& sheet : read.value().sheets) {
    cells += sheet.cells.size();
    for (const auto& [place, cell] : sheet.cells) {
      if (cell.text.empty()) return "an empty cell is listed";
      if (parse_cell_name(cell_name(place)) != place) return "a cell has a wrong name";
    }
  }
  return cells > kMaxCells || read.value().sheets.size() > kMaxSheets ? "over a limit" : "";
}
}  // namespace franz::proxy
