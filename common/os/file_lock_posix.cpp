#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <system_error>
#include <utility>
#include "common/os/file_lock.h"

namespace franz {
static constexpr std::uint64_t kMaxOwner = 1000;

// The file, and the folder that contains it.
struct FileLock::Handle {
  int file = -1, folder = -1;
  std::string name;

  Handle() = default;
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (file >= 0) ::close(file);
    if (folder >= 0) ::close(folder);
  }

  // False: the previous owner removed the file between our open and our lock.
  bool is_still_there() const {
    struct stat ours {};
    struct stat named {};
    return ::fstat(file, &ours) == 0 &&
           ::fstatat(folder, name.c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0 &&
           ours.st_ino == named.st_ino && ours.st_dev == named.st_dev;
  }
};

static int open_lock(int folder, const std::string& name, int flags) {
  int file = -1;
  do {
    // A link is not followed and a FIFO does not block: the check below refuses both.
    file = ::openat(folder, name.c_str(), flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC,
                    0600);
  } while (file < 0 && errno == EINTR);
  return file;
}

// Locks the whole file for this descriptor: not shared with children, not lost when another
// descriptor of ours is closed. Source: fcntl(2), "Open file description locks".
static struct flock whole_file() {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

FileLock::FileLock(std::unique_ptr<Handle> handle) : handle_(std::move(handle)) {}

Result<std::unique_ptr<FileLock>, FileLock::Taken> FileLock::take(const Folder& folder,
                                                                  const std::string& name,
                                                                  const std::string& owner) {
  const auto refuse = [&] {
    return Taken{false,
                 join_path(folder.path(), name) + ": " + std::system_category().message(errno)};
  };
  while (true) {
    // Its message about what has the file's name is better than the system's.
    if (const Status may = folder.may_write(name); !may.ok())
      return Taken{false, may.error().message};
    auto handle = std::make_unique<Handle>();
    handle->name = name;
    handle->folder = ::fcntl(static_cast<int>(folder.native()), F_DUPFD_CLOEXEC, 0);
    if (handle->folder < 0) return refuse();
    handle->file = open_lock(handle->folder, name, O_RDWR | O_CREAT);
    if (handle->file < 0) return refuse();
    struct stat about {};
    if (::fstat(handle->file, &about) != 0) return refuse();
    // It became another kind of file, or got a second name, after the check.
    if (!S_ISREG(about.st_mode) || about.st_nlink > 1) continue;
    struct flock lock = whole_file();
    if (::fcntl(handle->file, F_OFD_SETLK, &lock) != 0) {
      if (errno != EAGAIN && errno != EACCES) return refuse();
      Result<std::string> text = folder.read(name, kMaxOwner);
      return Taken{true, text.ok() ? std::move(text).value() : ""};
    }
    if (!handle->is_still_there()) continue;
    const bool written =
        ::ftruncate(handle->file, 0) == 0 &&
        ::write(handle->file, owner.data(), owner.size()) == static_cast<ssize_t>(owner.size());
    if (!written) return refuse();
    return std::unique_ptr<FileLock>(new FileLock(std::move(handle)));
  }
}

FileLock::~FileLock() {
  // Removed first: a process that opens it from now on creates a new one.
  if (handle_->is_still_there()) ::unlinkat(handle_->folder, handle_->name.c_str(), 0);
}

bool is_locked(const Folder& folder, const std::string& name) {
  const int file = open_lock(static_cast<int>(folder.native()), name, O_RDONLY);
  if (file < 0) return false;
  struct stat about {};
  struct flock lock = whole_file();
  lock.l_type = F_RDLCK;  // the only kind that a read-only descriptor may query
  const bool asked = ::fstat(file, &about) == 0 && S_ISREG(about.st_mode) &&
                     ::fcntl(file, F_OFD_GETLK, &lock) == 0;
  ::close(file);
  return asked && lock.l_type != F_UNLCK;
}
}  // namespace franz
