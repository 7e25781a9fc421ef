#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <system_error>
#include "common/os/file_lock.h"
#include "common/os/files.h"

namespace franz {
static constexpr std::size_t kMaxOwner = 1000;

static int open_lock(const std::string& path, int flags) {
  int descriptor = -1;
  do {
    descriptor = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
  } while (descriptor < 0 && errno == EINTR);
  return descriptor;
}

// Of the whole file, and of this descriptor: not shared with children, not lost when another
// descriptor of ours is closed. Source: fcntl(2), "Open file description locks".
static struct flock whole_file() {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

// False: the owner before us removed the file between our open and our lock.
static bool is_still_there(int descriptor, const std::string& path) {
  struct stat ours {};
  struct stat named {};
  return ::fstat(descriptor, &ours) == 0 && ::stat(path.c_str(), &named) == 0 &&
         ours.st_ino == named.st_ino && ours.st_dev == named.st_dev;
}

Result<std::unique_ptr<FileLock>, FileLock::Taken> FileLock::take(const std::string& path,
                                                                  const std::string& owner) {
  const auto refuse = [&] {
    return Taken{false, path + ": " + std::system_category().message(errno)};
  };
  while (true) {
    const int descriptor = open_lock(path, O_RDWR | O_CREAT);
    if (descriptor < 0) return refuse();
    struct flock lock = whole_file();
    if (::fcntl(descriptor, F_OFD_SETLK, &lock) != 0) {
      const bool by_other = errno == EAGAIN || errno == EACCES;
      const Taken failed = refuse();
      ::close(descriptor);
      if (!by_other) return failed;
      Result<std::string> text = read_file(path, kMaxOwner);
      return Taken{true, text.ok() ? std::move(text).value() : ""};
    }
    if (!is_still_there(descriptor, path)) {
      ::close(descriptor);
      continue;
    }
    const bool written =
        ::ftruncate(descriptor, 0) == 0 &&
        ::write(descriptor, owner.data(), owner.size()) == static_cast<ssize_t>(owner.size());
    if (!written) {
      const Taken failed = refuse();
      ::close(descriptor);
      return failed;
    }
    return std::unique_ptr<FileLock>(new FileLock(path, descriptor));
  }
}

FileLock::~FileLock() {
  ::unlink(path_.c_str());  // first: whoever opens it from now on makes a new one
  ::close(static_cast<int>(handle_));
}

bool is_locked(const std::string& path) {
  const int descriptor = open_lock(path, O_RDONLY);
  if (descriptor < 0) return false;
  struct flock lock = whole_file();
  lock.l_type = F_RDLCK;  // all that a descriptor for reading may ask about
  const bool asked = ::fcntl(descriptor, F_OFD_GETLK, &lock) == 0;
  ::close(descriptor);
  return asked && lock.l_type != F_UNLCK;
}
}  // namespace franz
