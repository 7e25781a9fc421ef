#include "proxy/offline/score/bundle_app.h"
#include <utility>
#include "common/base/path_parts.h"
#include "common/os/files.h"

namespace franz::proxy {
static constexpr const char* kTasks = "tasks";
static constexpr const char* kPrompts = "prompts";
static constexpr std::size_t kMaxPrompt = 1UL << 20U;  // bytes
static constexpr int kDeepest = 8;                     // folders below tasks/

static Status write(const Folder& bundle, const std::string& name, const std::string& bytes) {
  if (const Status made = bundle.make_folder(folder_above(name)); !made.ok()) return made;
  return bundle.replace(name, bytes, Durability::synced);
}

Result<PlannedTask> add_task(const Folder& bundle, const LoadedTask& task) {
  const std::string folder = std::string(kTasks) + "/" + task.task.id;
  PlannedTask planned{task.task.id, folder + "/" + task.name + ".json", task.digest};
  if (const Status done = write(bundle, planned.file, task.json); !done.ok()) return done.error();
  for (const LoggedFile& file : task.files) {
    const Result<std::string> bytes = read_task_file(task, file.name);
    if (!bytes.ok()) return bytes.error();
    if (const Status done = write(bundle, folder + "/" + file.name, bytes.value()); !done.ok())
      return done.error();
  }
  return planned;
}

Result<std::string> add_prompt(const Folder& bundle, const std::string& path) {
  const Result<std::string> bytes = read_file(path, kMaxPrompt);
  if (!bytes.ok()) return bytes.error();
  std::string name = std::string(kPrompts) + "/" + last_part(path);
  const Result<std::string> there = bundle.read(name, kMaxPrompt);
  if (there.ok() && there.value() == bytes.value()) return name;
  if (there.ok()) return Error{path + ": another prompt of the score has this name"};
  if (const Status done = write(bundle, name, bytes.value()); !done.ok()) return done.error();
  return name;
}

static Status list_below(const Folder& bundle, const std::string& below, int depth,
                         std::vector<LoggedFile>& files) {
  const Result<std::vector<FolderEntry>> entries = bundle.list(below);
  if (!entries.ok())
    return entries.error().code == ErrorCode::missing ? Status(Done{}) : entries.error();
  for (const FolderEntry& entry : entries.value()) {
    std::string name = below + "/" + entry.name;
    if (entry.kind == EntryKind::folder && depth < kDeepest) {
      if (const Status done = list_below(bundle, name, depth + 1, files); !done.ok()) return done;
      continue;
    }
    if (entry.kind != EntryKind::file)
      return Error{name + ": not a regular file", ErrorCode::not_a_file};
    const Result<std::string> bytes = bundle.read(name, kMaxTaskData);
    if (!bytes.ok()) return bytes.error();
    files.push_back(logged_file(std::move(name), bytes.value()));
  }
  return Done{};
}

Result<std::vector<LoggedFile>> bundle_files(const Folder& bundle) {
  std::vector<LoggedFile> files;
  for (const char* const folder : {kPrompts, kTasks})
    if (const Status done = list_below(bundle, folder, 0, files); !done.ok()) return done.error();
  const Result<std::string> table = bundle.read(kTableFile, kMaxTaskData);
  if (table.ok()) files.push_back(logged_file(kTableFile, table.value()));
  if (!table.ok() && table.error().code != ErrorCode::missing) return table.error();
  return files;
}
}  // namespace franz::proxy
