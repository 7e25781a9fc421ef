#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include "common/os/files.h"
#include "common/os/posix_support.h"
#include "common/os/test_hook.h"

namespace franz {
namespace fs = std::filesystem;

static ErrorCode code_of(int number) {
  switch (number) {
    case ENOENT: return ErrorCode::missing;
    case EACCES:
    case EPERM:
    case EROFS: return ErrorCode::denied;
    default: return ErrorCode::failed;
  }
}

static Error system_error(const std::string& path) {
  return Error{path + ": " + std::system_category().message(errno), code_of(errno)};
}

namespace {
class File {
 public:
  File(const std::string& path, int flags) {
    do {
      descriptor_ = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
    } while (descriptor_ < 0 && errno == EINTR);
  }
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  bool ok() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }

  bool write_all(std::string_view bytes) const {
    before_disk_step();
    const std::size_t first = first_piece_of_write(bytes.size());
    if (first > 0) {
      if (!franz::write_all(descriptor_, bytes.substr(0, first))) return false;
      before_disk_step();
    }
    return franz::write_all(descriptor_, bytes.substr(first));
  }
  bool sync() const {
    before_disk_step();
    return ::fsync(descriptor_) == 0;
  }

 private:
  int descriptor_ = -1;
};
}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t max_bytes) {
  // Something else than a file is checked, never waited for: a FIFO opens without blocking, and a
  // terminal does not become our controlling terminal. Regular files ignore O_NONBLOCK (open(2)).
  const File file(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
  if (!file.ok()) return system_error(path);
  struct stat about {};
  if (::fstat(file.descriptor(), &about) != 0) return system_error(path);
  if (!S_ISREG(about.st_mode))
    return Error{path + ": is not a regular file", ErrorCode::not_a_file};
  const Error too_large{path + ": larger than " + std::to_string(max_bytes) + " bytes",
                        ErrorCode::too_large};
  const auto known = static_cast<std::size_t>(about.st_size);
  if (known > max_bytes) return too_large;
  std::string bytes;
  std::size_t size = 0;
  // The size is only a hint: the file may grow, and files in /proc report none. One byte more
  // reaches the end of file without a second round.
  bytes.resize(known + 1);
  for (;;) {
    if (size > max_bytes) return too_large;
    if (size == bytes.size()) bytes.resize(size + 65536);
    const ssize_t count = ::read(file.descriptor(), bytes.data() + size, bytes.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_error(path);
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
  }
  bytes.resize(size);
  return bytes;
}

Status require_private_file(const std::string& path) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) return system_error(path);
  // As ssh: a file of another user is that user's matter, for example one that a service mounts.
  if (about.st_uid != ::getuid() || (about.st_mode & 077U) == 0) return Done{};
  return Error{path + ": other users may access it, and it holds a secret; run: chmod 600 " + path,
               ErrorCode::denied};
}

static Status sync_folder_of(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  const File file(folder.empty() ? "." : folder, O_RDONLY | O_DIRECTORY);
  if (!file.ok() || !file.sync()) return system_error(folder);
  return Done{};
}

Status replace_file(const std::string& path, std::string_view bytes, Durability durability) {
  // Two threads may replace the same file at the same time, so each uses its own temporary name.
  static std::atomic<unsigned> counter{0};
  const std::string temporary =
      path + "." + std::to_string(::getpid()) + "-" + std::to_string(counter++) + ".tmp";
  {
    const File file(temporary, O_WRONLY | O_CREAT | O_TRUNC);
    const bool written =
        file.ok() && file.write_all(bytes) && (durability == Durability::buffered || file.sync());
    if (!written) {
      const Error error = system_error(path);
      if (file.ok()) ::unlink(temporary.c_str());
      return error;
    }
  }
  before_disk_step();
  if (::rename(temporary.c_str(), path.c_str()) != 0) {
    const Error error = system_error(path);
    ::unlink(temporary.c_str());
    return error;
  }
  return durability == Durability::synced ? sync_folder_of(path) : Status(Done{});
}

Result<bool> write_new_file(const std::string& path, std::string_view bytes) {
  const File file(path, O_WRONLY | O_CREAT | O_EXCL);
  if (!file.ok() && errno == EEXIST) return false;
  if (!file.ok()) return system_error(path);
  if (file.write_all(bytes)) return true;
  const Error error = system_error(path);
  ::unlink(path.c_str());
  return error;
}

Status append_file(const std::string& path, std::string_view bytes) {
  const File file(path, O_WRONLY | O_CREAT | O_APPEND);
  if (!file.ok()) return system_error(path);
  struct stat before {};
  if (::fstat(file.descriptor(), &before) != 0) return system_error(path);
  if (file.write_all(bytes)) return Done{};
  const Error error = system_error(path);
  // A full disk may cut a line: a reader must not take the part for a line.
  if (::ftruncate(file.descriptor(), before.st_size) == 0) return error;
  return Error{error.message + ", and a part of a line was written"};
}

Status make_folders(const std::string& path) {
  std::error_code code;
  fs::create_directories(path, code);
  if (code) return Error{path + ": " + code.message(), code_of(code.value())};
  return Done{};
}

Result<bool> make_new_folder(const std::string& path) {
  before_disk_step();
  if (::mkdir(path.c_str(), 0700) == 0) return true;
  if (errno == EEXIST) return false;
  return system_error(path);
}

Status rename_file(const std::string& from, const std::string& to) {
  before_disk_step();
  if (::rename(from.c_str(), to.c_str()) != 0) return system_error(from);
  return Done{};
}

Status remove_file(const std::string& path) {
  before_disk_step();
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) return system_error(path);
  return Done{};
}

Status remove_folder(const std::string& path) {
  std::error_code code;
  fs::remove_all(path, code);
  if (code) return Error{path + ": " + code.message()};
  return Done{};
}

bool is_leftover(std::string_view name) { return name.ends_with(".tmp"); }

bool file_exists(const std::string& path) {
  std::error_code code;
  return fs::is_regular_file(path, code);
}

bool folder_exists(const std::string& path) {
  std::error_code code;
  return fs::is_directory(path, code);
}

Result<std::vector<std::string>> list_folder(const std::string& path) {
  std::vector<std::string> names;
  std::error_code code;
  for (fs::directory_iterator entry(path, code), end; !code && entry != end; entry.increment(code))
    names.push_back(entry->path().filename().string());
  if (code && code != std::errc::no_such_file_or_directory)
    return Error{path + ": " + code.message()};
  std::sort(names.begin(), names.end());
  return names;
}

std::string join_path(const std::string& folder, const std::string& name) {
  return (fs::path(folder) / name).string();
}
}  // namespace franz
