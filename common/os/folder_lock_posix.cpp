#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <system_error>
#include "common/os/folder_lock.h"

namespace franz {
static bool is_still_there(const struct stat& ours, const std::string& path) {
  struct stat named {};
  return ::lstat(path.c_str(), &named) == 0 && named.st_ino == ours.st_ino &&
         named.st_dev == ours.st_dev;
}

// flock(2) locks this open folder, so started programs do not share the lock.
std::unique_ptr<FolderLock> FolderLock::take(const std::string& path) {
  const int descriptor =
      ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return nullptr;
  std::unique_ptr<FolderLock> lock(new FolderLock(descriptor));
  struct stat about {};
  const bool taken = ::fstat(descriptor, &about) == 0 && about.st_uid == ::geteuid() &&
                     ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 && is_still_there(about, path);
  if (!taken) lock.reset();
  return lock;
}

Result<std::unique_ptr<FolderLock>> FolderLock::make(const std::string& path) {
  if (::mkdir(path.c_str(), 0700) == 0) return take(path);
  if (errno == EEXIST) return std::unique_ptr<FolderLock>();
  return Error{path + ": " + std::system_category().message(errno)};
}

FolderLock::~FolderLock() { ::close(static_cast<int>(handle_)); }
}  // namespace franz
