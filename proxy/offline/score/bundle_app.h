#pragma once
// The files of a bundle besides the ledger and the runs: copies of the tasks and of the prompts,
// and the table. With them a bundle is complete on another computer.
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/os/folder.h"
#include "proxy/offline/score/ledger.h"
#include "proxy/tasks/task_files_app.h"

namespace franz::proxy {
// How a plan names a task. Writes nothing.
PlannedTask planned_task(const LoadedTask& task);
// Copies the task with its files to tasks/ID/. Failure: the disk's message, or a file of the task
// changed since it was loaded.
Status add_task(const Folder& bundle, const LoadedTask& task);

// The name of a prompt in the bundle: "prompts/terse.txt".
std::string prompt_name(const std::string& path);
// Copies it there. Failure: it cannot be read or written, or another prompt has that name.
Status add_prompt(const Folder& bundle, const std::string& path);

// The runs of tries that were interrupted, or whose run has no seal: nothing else lists their
// files.
std::vector<std::string> runs_without_seal(const Ledger& ledger);

// Every file below tasks/ and prompts/ and in these runs, and the table if it exists, with their
// digests. Failure: a file cannot be read, or is not a regular file.
Result<std::vector<LoggedFile>> bundle_files(const Folder& bundle,
                                             const std::vector<std::string>& runs);
}  // namespace franz::proxy
