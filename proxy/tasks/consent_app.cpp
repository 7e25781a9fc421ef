#include "proxy/tasks/consent_app.h"
#include <algorithm>
#include "common/base/printable.h"
#include "common/base/sha256.h"
#include "common/os/console.h"
#include "common/os/print.h"

namespace franz::proxy {
static std::vector<const LoadedTask*> of_others(const std::vector<LoadedTask>& tasks) {
  std::vector<const LoadedTask*> others;
  for (const LoadedTask& task : tasks)
    if (!task.shipped) others.push_back(&task);
  return others;
}

std::string consent_digest(const std::vector<LoadedTask>& tasks) {
  std::vector<std::string> digests;
  for (const LoadedTask* const task : of_others(tasks)) digests.push_back(task->digest);
  std::ranges::sort(digests);
  digests.erase(std::ranges::unique(digests).begin(), digests.end());
  if (digests.size() < 2) return digests.empty() ? "" : digests.front();
  std::string lines;
  for (const std::string& digest : digests) lines += digest + "\n";
  return sha256_hex(lines);
}

Status ask_for_consent(const std::vector<LoadedTask>& tasks, const std::string& given) {
  const std::string digest = consent_digest(tasks);
  if (digest.empty() || given == digest) return Done{};
  if (!given.empty())
    return Error{"--yes-tasks " + given.substr(0, 64) + ": the digest of these tasks is " + digest};
  std::string shown =
      "These tasks are not FRANZ's own. They run commands in a confinement, without "
      "a network:\n";
  for (const LoadedTask* const task : of_others(tasks)) {
    shown += "  " + with_hidden_shown(task->path) + "\n";
    for (const std::string& line : task->task.commands())
      shown += "    " + with_hidden_shown(line) + "\n";
  }
  if (!can_ask())
    return Error{
        "this needs your consent: look at the tasks' commands with `task check`, then "
        "give --yes-tasks " +
        digest};
  print_error_lines(shown);
  const std::optional<std::string> answer = ask_person("Run them? [y/N] ");
  if (answer && (*answer == "y" || *answer == "Y" || *answer == "yes")) return Done{};
  return Error{"not run: the person at the terminal did not agree"};
}
}  // namespace franz::proxy
