#pragma once
// The right to a folder, which ends with the process that holds it, whatever ends it.
#include <cstdint>
#include <memory>
#include <string>
#include "common/base/result.h"

namespace franz {
class FolderLock {
 public:
  // Makes the folder, its owner's alone (POSIX mode 0700), and takes it. Null: there is something
  // of that name, or another process took the new folder first. Failure: the system's reason.
  static Result<std::unique_ptr<FolderLock>> make(const std::string& path);

  // Null: a process holds it, or it is no folder of this user. A link is none.
  static std::unique_ptr<FolderLock> take(const std::string& path);

  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  explicit FolderLock(std::intptr_t handle) : handle_(handle) {}
  std::intptr_t handle_;
};
}  // namespace franz
