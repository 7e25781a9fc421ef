#pragma once
// Exclusive use of a folder, released when its process ends for any reason.
#include <cstdint>
#include <memory>
#include <string>
#include "common/base/result.h"

namespace franz {
class FolderLock {
 public:
  // Creates the folder, accessible only to its owner (POSIX mode 0700), and locks it. Null: the
  // name already exists, or another process locked the new folder first. Failure: the system's
  // reason.
  static Result<std::unique_ptr<FolderLock>> make(const std::string& path);

  // Null: a process has it, or it is not a folder of this user. A link counts as no folder.
  static std::unique_ptr<FolderLock> take(const std::string& path);

  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  explicit FolderLock(std::intptr_t handle) : handle_(handle) {}
  std::intptr_t handle_;
};
}  // namespace franz
