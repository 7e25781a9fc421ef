#pragma once
// One program at a time: a lock that is released when its process ends for any reason.
#include <cstdint>
#include <memory>
#include <string>
#include "common/base/result.h"
#include "common/os/folder.h"

namespace franz {
class FileLock {
 public:
  // Takes the lock, a file `name` in the folder (one path part). The file is created if needed and
  // contains `owner`, a line about us. Never waits. Failure: another process has the lock (Taken,
  // with its line), or a reason: the system's, or something that is not a file has that name and is
  // left unchanged.
  struct Taken {
    bool by_other = false;  // false: the lock could not be taken at all
    std::string text;       // the owner's line (may be empty while being written), or the reason
  };
  static Result<std::unique_ptr<FileLock>, Taken> take(const Folder& folder,
                                                       const std::string& name,
                                                       const std::string& owner);

  // Releases the lock and removes the file.
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
