#pragma once
// The right to write a run's folder. Only one program holds it: a proxy or a lone orchestrator.
#include <memory>
#include <string>
#include "common/base/result.h"
#include "common/os/file_lock.h"
#include "common/run/run_files.h"

namespace franz {
class RunClaim {
 public:
  // Creates a new folder in `runs_folder`, named after the UTC time: run_20260131_120000, with _2,
  // _3… if that name is taken. Only its owner has access (POSIX mode 0700). It is removed with the
  // claim unless keep() was called. `program`: our own name, "proxy". `name`: the folder's name
  // instead, one part of a path; failure: it is taken or not such a name.
  static Result<RunClaim> make(const std::string& runs_folder, const std::string& program,
                               const std::string& name = "");

  // Failure: another program writes that run (names it and its process), the system's message, or
  // something other than a regular file is called proxy.lock.
  static Result<RunClaim> take(const std::string& folder, const std::string& program);

  RunClaim(RunClaim&&) noexcept = default;
  RunClaim& operator=(RunClaim&&) = delete;
  ~RunClaim();

  const std::string& folder() const { return folder_; }
  std::string name() const;  // of the folder
  void keep() { fresh_ = false; }
  // Gives up the claim and removes the folder with its contents. Call once, instead of keep() or
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
