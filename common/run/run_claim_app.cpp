#include "common/run/run_claim_app.h"
#include "common/base/path_parts.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/os/paths.h"

namespace franz {
Result<RunClaim> RunClaim::take(const std::string& folder, const std::string& program) {
  const Result<Folder> opened = Folder::open(folder);
  if (!opened.ok()) return opened.error();
  auto lock = FileLock::take(opened.value(), kLockFile,
                             program + ", process " + std::to_string(own_process_id()));
  if (lock.ok()) return RunClaim(folder, std::move(lock).value(), false);
  if (!lock.error().by_other) return Error{lock.error().text};
  const std::string& owner = lock.error().text;
  return Error{folder + " is being written by another program" +
               (owner.empty() ? "" : " (" + owner + ")") +
               "; stop that one first, or watch its run: " + command_name() + " replay " + folder};
}

Result<RunClaim> RunClaim::make(const std::string& runs_folder, const std::string& program,
                                const std::string& name) {
  if (name == "." || name == ".." || name.find_first_of("/\\:") != std::string::npos)
    return Error{name + ": not the name of a folder"};
  if (Status made = make_folders(runs_folder); !made.ok()) return made.error();
  const std::string stem =
      join_path(runs_folder, name.empty() ? "run_" + utc_stamp(unix_time_ms()) : name);
  std::string folder = stem;
  for (int i = 2;; ++i) {
    const Result<bool> made = make_new_folder(folder);
    if (!made.ok()) return made.error();
    if (made.value()) break;
    if (!name.empty()) return Error{folder + ": it is there already"};
    folder = stem + "_" + std::to_string(i);
  }
  Result<RunClaim> claim = take(folder, program);
  if (claim.ok()) claim.value().fresh_ = true;
  return claim;
}

RunClaim::~RunClaim() {
  if (!lock_) return;  // moved from
  // The folder contains only the lock: no run ever began. Release the lock first, because an open
  // file keeps its folder on Windows.
  lock_.reset();
  if (fresh_) static_cast<void>(remove_folder(folder_));
}

Status RunClaim::discard() {
  lock_.reset();
  return remove_folder(folder_);
}

std::string RunClaim::name() const { return last_part(folder_); }

bool is_being_written(const Folder& folder) { return is_locked(folder, kLockFile); }
}  // namespace franz
