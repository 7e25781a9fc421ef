#pragma once
// Reads tasks from files, and those that FRANZ ships.
#include <optional>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/run/run_dir_app.h"
#include "proxy/tasks/score.h"
#include "proxy/tasks/task.h"
#include "proxy/tasks/task_result.h"

namespace franz::proxy {
inline constexpr const char* kTasksFolder = "tasks";  // in the config folder

// The folder of the tasks that this program came with, beside or above it; the working folder does
// not matter, because it may be a stranger's. Empty: there is none.
std::string shipped_tasks_folder();

// A task with its bytes, as read from its file.
struct LoadedTask {
  Task task;
  std::string name;               // of the file, without its folder and ".json"
  std::string path;               // of the file
  std::string folder;             // that its files are relative to
  std::string json;               // the file's bytes
  std::string digest;             // task_digest()
  std::vector<LoggedFile> files;  // that it refers to
  bool shipped = false;           // it lies in FRANZ's own tasks folder, so no consent is needed
};

// Failure: the file cannot be read, is not a task, or refers to a file that cannot be read.
Result<LoadedTask> load_task(const std::string& path);

// The task with that name in the config folder, or with that path (it contains a slash or ends in
// .json). Failure: as load_task(), or there is none.
Result<LoadedTask> find_task(const std::string& config_file, const std::string& name_or_path);

// The names of the shipped tasks, sorted. Failure: the folder cannot be read.
Result<std::vector<std::string>> task_names(const std::string& config_file);

// A file that the task refers to, if it still has the digest that it was loaded with. Failure: it
// does not, or cannot be read.
Result<std::string> read_task_file(const LoadedTask& task, const std::string& name);

// The first of Task::needs that is not installed; empty: all are.
std::string missing_program(const Task& task);

// task_result.json of a run's folder. Failure: ErrorCode::missing: the run is not a trial.
Result<TaskResult> read_task_result(const RunDir& run);

// What the getter `answer` gives: the words with which the model ended the run, as its log shows
// them, or its last reply if the run ended otherwise. Nothing: the log has no reply. `finish`: how
// the run ended.
std::optional<std::string> answer_of_run(const RunDir& run, const std::optional<Finish>& finish);

// The stored results of a trial, each with the listed digest. Failure: names the file.
Result<std::vector<GetterResult>> read_stored_results(const RunDir& run, const TaskResult& result);
}  // namespace franz::proxy
