#include "proxy/tasks/task_files_app.h"
#include <algorithm>
#include <filesystem>
#include <utility>
#include "common/base/json_string.h"
#include "common/base/path_parts.h"
#include "common/base/sha256.h"
#include "common/base/utf8.h"
#include "common/os/files.h"
#include "common/os/find_program.h"
#include "common/os/folder.h"
#include "common/os/paths.h"
#include "common/run/run_log_app.h"
#include "common/settings/scenario_files_app.h"

namespace franz::proxy {
static constexpr std::string_view kTaskEnd = ".json";

std::string shipped_tasks_folder() {
  constexpr int kMostAbove = 4;  // as find_config_folder()
  std::filesystem::path folder = executable_folder();
  for (int i = 0; i <= kMostAbove; ++i, folder = folder.parent_path()) {
    std::error_code code;
    const auto tasks = std::filesystem::canonical(folder / "config" / kTasksFolder, code);
    if (!code && std::filesystem::is_directory(tasks, code)) return tasks.string();
  }
  return "";
}

// A link in that folder leads out of it.
static bool is_shipped(const std::string& path) {
  std::error_code code;
  const auto file = std::filesystem::canonical(path, code);
  return !code && file.parent_path().string() == shipped_tasks_folder();
}

Result<LoadedTask> load_task(const std::string& path) {
  Result<std::string> json = read_file(path, kMaxTaskFile);
  if (!json.ok()) return json.error();
  LoadedTask loaded;
  loaded.json = std::move(json).value();
  Result<Task> task = parse_task(loaded.json);
  if (!task.ok()) return within(path, task.error());
  loaded.task = std::move(task).value();
  loaded.path = path;
  loaded.folder = folder_above(path);
  loaded.name = last_part(path);
  if (loaded.name.ends_with(kTaskEnd)) loaded.name.resize(loaded.name.size() - kTaskEnd.size());
  std::map<std::string, std::string> digests;
  const Result<Folder> folder = Folder::open(loaded.folder);
  if (!folder.ok()) return folder.error();
  for (const std::string& name : loaded.task.files) {
    const Result<std::string> bytes = folder.value().read(name, kMaxTaskData);
    if (!bytes.ok()) return within(path, bytes.error());
    loaded.files.push_back(logged_file(name, bytes.value()));
    digests[name] = loaded.files.back().sha256;
  }
  loaded.digest = task_digest(loaded.json, digests);
  loaded.shipped = is_shipped(path);
  return loaded;
}

Result<LoadedTask> find_task(const std::string& config_file, const std::string& name_or_path) {
  const bool is_path =
      name_or_path.find_first_of("/\\") != std::string::npos || name_or_path.ends_with(kTaskEnd);
  if (is_path) return load_task(name_or_path);
  const std::string path = config_path(
      config_folder_of(config_file), join_path(kTasksFolder, name_or_path + std::string(kTaskEnd)));
  if (!file_exists(path))
    return Error{name_or_path + ": there is no such task; " + command_name() +
                 " task list names them"};
  return load_task(path);
}

Result<std::vector<std::string>> task_names(const std::string& config_file) {
  return names_in(config_folder_of(config_file), kTasksFolder, kTaskEnd);
}

Result<std::string> read_task_file(const LoadedTask& task, const std::string& name) {
  const Result<Folder> folder = Folder::open(task.folder);
  if (!folder.ok()) return folder.error();
  Result<std::string> bytes = folder.value().read(name, kMaxTaskData);
  if (!bytes.ok()) return bytes;
  const auto listed = std::ranges::find(task.files, name, &LoggedFile::name);
  if (listed == task.files.end() || listed->sha256 != sha256_hex(bytes.value()))
    return Error{join_path(task.folder, name) + ": it was changed after the task was read"};
  return bytes;
}

std::string missing_program(const Task& task) {
  const auto missing = std::ranges::find_if(
      task.needs, [](const std::string& name) { return find_program(name).empty(); });
  return missing == task.needs.end() ? "" : *missing;
}

Result<TaskResult> read_task_result(const RunDir& run) {
  const Result<std::string> json = run.read(kTaskResultFile);
  if (!json.ok()) return json.error();
  Result<TaskResult> parsed = parse_task_result(json.value());
  return parsed.ok() ? std::move(parsed) : within(kTaskResultFile, parsed.error());
}

std::optional<std::string> answer_of_run(const RunDir& run, const std::optional<Finish>& finish) {
  constexpr std::string_view kDone = "done: ";  // orchestrator/agent_stops.cpp
  if (finish && finish->reason == FinishReason::done) {
    const std::string text = cut_text(to_valid_utf8(finish->text), kMaxShownText);
    return text.starts_with(kDone) ? text.substr(kDone.size()) : text;
  }
  const Result<LoadedLog> log = load_log(run);
  const LoggedAttempt* const newest = log.ok() ? log.value().story.newest_reply() : nullptr;
  if (newest == nullptr || newest->lost) return std::nullopt;
  const Result<TurnRecord> record = read_turn_record(run, newest->turn, newest->attempt);
  if (!record.ok() || !record.value().response) return std::nullopt;
  return decode_json_string(record.value().response->text.str());
}

Result<std::vector<GetterResult>> read_stored_results(const RunDir& run, const TaskResult& result) {
  std::vector<GetterResult> results;
  std::uint64_t bytes_of_all = 0;
  for (const StoredResult& stored : result.results) {
    GetterResult made{stored.getter, stored.kind, "", stored.why};
    if (stored.kind == GetterResult::Kind::stored) {
      bytes_of_all += stored.bytes;
      if (bytes_of_all > kMaxResults)
        return Error{"the results of its getters are larger than those of a trial"};
      const std::string name = getter_file(stored.sha256);
      Result<std::string> bytes = run.read(name);
      if (!bytes.ok()) return Error{run.problem_of(name, bytes.error()), bytes.error().code};
      if (sha256_hex(bytes.value()) != stored.sha256 || bytes.value().size() != stored.bytes)
        return Error{name + ": its bytes are not those of its name"};
      made.bytes = std::move(bytes).value();
    }
    results.push_back(std::move(made));
  }
  return results;
}
}  // namespace franz::proxy
