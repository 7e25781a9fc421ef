#pragma once
// Somebody else's tasks run their commands only after a person has seen these.
#include <string>
#include <vector>
#include "common/base/result.h"
#include "proxy/tasks/task_files_app.h"

namespace franz::proxy {
// What --yes-tasks must say for these tasks: the digest of the only one that is not shipped, or
// SHA-256 of their digests, sorted, a line each. Empty: all are shipped.
std::string consent_digest(const std::vector<LoadedTask>& tasks);

// Succeeds if all tasks are shipped, if `given` (--yes-tasks) is their consent_digest(), or if the
// person at the terminal has seen their commands and agrees. Failure: refused, or there is no
// terminal; the message has the commands' digest for --yes-tasks.
Status ask_for_consent(const std::vector<LoadedTask>& tasks, const std::string& given);
}  // namespace franz::proxy
