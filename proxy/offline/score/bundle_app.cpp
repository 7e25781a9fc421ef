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

static std::string folder_of(const LoadedTask& task) {
  return std::string(kTasks) + "/" + task.task.id;
}

PlannedTask planned_task(const LoadedTask& task) {
  return {task.task.id, folder_of(task) + "/" + task.name + ".json", task.digest};
}

Status add_task(const Folder& bundle, const LoadedTask& task) {
  if (const Status done = write(bundle, planned_task(task).file, task.json); !done.ok())
    return done;
  for (const LoggedFile& file : task.files) {
    const Result<std::string> bytes = read_task_file(task, file.name);
    if (!bytes.ok()) return bytes.error();
    if (const Status done = write(bundle, folder_of(task) + "/" + file.name, bytes.value());
        !done.ok())
      return done;
  }
  return Done{};
}

std::string prompt_name(const std::string& path) {
  return std::string(kPrompts) + "/" + last_part(path);
}

Status add_prompt(const Folder& bundle, const std::string& path) {
  const Result<std::string> bytes = read_file(path, kMaxPrompt);
  if (!bytes.ok()) return bytes.error();
  const std::string name = prompt_name(path);
  const Result<std::string> there = bundle.read(name, kMaxPrompt);
  if (there.ok() && there.value() == bytes.value()) return Done{};
  if (there.ok()) return Error{path + ": another prompt of the score has this name"};
  return write(bundle, name, bytes.value());
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
    const Result<std::string> bytes = bundle.read(name, kMaxTable);
    if (!bytes.ok()) return bytes.error();
    files.push_back(logged_file(std::move(name), bytes.value()));
  }
  return Done{};
}

std::vector<std::string> runs_without_seal(const Ledger& ledger) {
  std::vector<std::string> runs;
  for (const auto& [name, state] : ledger.trials())
    for (int attempt = 1; attempt <= state.tries; ++attempt) {
      const auto end = state.ends.find(attempt);
      if (end == state.ends.end() || end->second.run_seal.empty())
        runs.push_back(ledger.folder(name, attempt));
    }
  for (const SupersededLine& line : ledger.superseded())
    if (line.run_seal.empty()) runs.push_back(line.folder);
  return runs;
}

Result<std::vector<LoggedFile>> bundle_files(const Folder& bundle,
                                             const std::vector<std::string>& runs) {
  std::vector<LoggedFile> files;
  std::vector<std::string> folders{kPrompts, kTasks};
  for (const std::string& run : runs) folders.push_back(std::string(kBundleRuns) + "/" + run);
  for (const std::string& folder : folders)
    if (const Status done = list_below(bundle, folder, 0, files); !done.ok()) return done.error();
  const Result<std::string> table = bundle.read(kTableFile, kMaxTable);
  if (table.ok()) files.push_back(logged_file(kTableFile, table.value()));
  if (!table.ok() && table.error().code != ErrorCode::missing) return table.error();
  return files;
}
}  // namespace franz::proxy
