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
// Copies a task with its files to tasks/ID/ and returns how the plan names it. Failure: the disk's
// message, or a file of the task changed since it was loaded.
Result<PlannedTask> add_task(const Folder& bundle, const LoadedTask& task);

// Copies a prompt to prompts/ and returns its name in the bundle: "prompts/terse.txt". Failure: it
// cannot be read or written, or another prompt has that name.
Result<std::string> add_prompt(const Folder& bundle, const std::string& path);

// Every file below tasks/ and prompts/, and the table if it exists, with their digests. Failure: a
// file cannot be read, or is not a regular file.
Result<std::vector<LoggedFile>> bundle_files(const Folder& bundle);
}  // namespace franz::proxy
