#pragma once
// The right to write a run's folder: one program has it at a time, the proxy or an orchestrator
// that runs alone.
#include <memory>
#include <string>
#include "common/base/result.h"
#include "common/os/file_lock.h"
#include "common/run/run_files.h"

namespace franz {
class RunClaim {
 public:
  // Makes a new folder in `runs_folder`, named by the time in UTC: run_20260131_120000, with _2,
  // _3… where that is taken; its owner's alone (POSIX mode 0700). It is removed again with the
  // claim unless keep() was called. `program`: ours, "proxy".
  static Result<RunClaim> make(const std::string& runs_folder, const std::string& program);

  // Failure: another program writes that run (which, and its process), the system's reason, or what
  // is in the place of proxy.lock.
  static Result<RunClaim> take(const std::string& folder, const std::string& program);

  RunClaim(RunClaim&&) noexcept = default;
  RunClaim& operator=(RunClaim&&) = delete;
  ~RunClaim();

  const std::string& folder() const { return folder_; }
  std::string name() const;  // of the folder
  void keep() { fresh_ = false; }
  // Gives the claim up and removes the folder with all that is in it. Once, instead of keep(), or
  // after it.
  Status discard();

 private:
  RunClaim(std::string folder, std::unique_ptr<FileLock> lock, bool fresh)
      : folder_(std::move(folder)), lock_(std::move(lock)), fresh_(fresh) {}
  std::string folder_;
  std::unique_ptr<FileLock> lock_;
  bool fresh_;
};

// Whether a program is writing the run in this folder now.
bool is_being_written(const Folder& folder);
}  // namespace franz
