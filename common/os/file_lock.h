#pragma once
// One program at a time: a lock that ends with the process that holds it, whatever ends it.
#include <cstdint>
#include <memory>
#include <string>
#include "common/base/result.h"

namespace franz {
class FileLock {
 public:
  // Takes the lock named by a file, which is made if need be and holds `owner`, a line about us.
  // Never waits. Failure: another process has it (its line, as Taken), or the system's reason.
  struct Taken {
    bool by_other = false;  // false: the lock could not be taken at all
    std::string text;       // the owner's line (may be empty while it is being written), or why
  };
  static Result<std::unique_ptr<FileLock>, Taken> take(const std::string& path,
                                                       const std::string& owner);

  // Gives it back and removes the file.
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  FileLock(std::string path, std::intptr_t handle) : path_(std::move(path)), handle_(handle) {}
  std::string path_;
  std::intptr_t handle_;
};

// True while a process holds the lock of that file.
bool is_locked(const std::string& path);
}  // namespace franz
