#pragma once
// One program at a time: a lock that ends with the process that holds it, whatever ends it.
#include <cstdint>
#include <memory>
#include <string>
#include "common/base/result.h"
#include "common/os/folder.h"

namespace franz {
class FileLock {
 public:
  // Takes the lock named by a file in the folder, of one part; it is made if need be and holds
  // `owner`, a line about us. Never waits. Failure: another process has it (its line, as Taken), or
  // the reason: the system's, or that something else than a file is in its place, which is left as
  // it is.
  struct Taken {
    bool by_other = false;  // false: the lock could not be taken at all
    std::string text;       // the owner's line (may be empty while it is being written), or why
  };
  static Result<std::unique_ptr<FileLock>, Taken> take(const Folder& folder,
                                                       const std::string& name,
                                                       const std::string& owner);

  // Gives it back and removes the file.
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  struct Handle;
  explicit FileLock(std::unique_ptr<Handle> handle);
  std::unique_ptr<Handle> handle_;
};

// True while a process holds the lock of that file. Never waits.
bool is_locked(const Folder& folder, const std::string& name);
}  // namespace franz
