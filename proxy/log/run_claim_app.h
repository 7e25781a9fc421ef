#pragma once
// The right to write a run's folder: one proxy has it at a time.
#include <memory>
#include <string>
#include "common/base/result.h"
#include "common/os/file_lock.h"

namespace franz::proxy {
inline constexpr const char* kLockFile = "proxy.lock";  // in the run folder, while one has it

class RunClaim {
 public:
  // Makes a new folder in `runs_folder`, named by the local time: run_20260131_120000, with _2, _3…
  // where that is taken. It is removed again with the claim unless keep() was called.
  static Result<RunClaim> make(const std::string& runs_folder);

  // Failure: another proxy writes that run (its process), or the system's reason.
  static Result<RunClaim> take(const std::string& folder);

  RunClaim(RunClaim&&) noexcept = default;
  RunClaim& operator=(RunClaim&&) = delete;
  ~RunClaim();

  const std::string& folder() const { return folder_; }
  std::string name() const;  // of the folder
  void keep() { fresh_ = false; }

 private:
  RunClaim(std::string folder, std::unique_ptr<FileLock> lock, bool fresh)
      : folder_(std::move(folder)), lock_(std::move(lock)), fresh_(fresh) {}
  std::string folder_;
  std::unique_ptr<FileLock> lock_;
  bool fresh_;
};

// Whether a proxy is writing the run in this folder now.
bool is_being_written(const std::string& folder);
}  // namespace franz::proxy
