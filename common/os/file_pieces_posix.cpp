#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>
#include "common/os/file_pieces.h"

namespace franz {
namespace fs = std::filesystem;

static Error system_error(const std::string& path) {
  return Error{path + ": " + std::system_category().message(errno)};
}

std::optional<FileStamp> file_stamp(const std::string& path) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) return std::nullopt;
  return FileStamp{static_cast<std::uint64_t>(about.st_size),
                   about.st_mtim.tv_sec * std::int64_t{1'000'000'000} + about.st_mtim.tv_nsec};
}

std::uint64_t bytes_below(const std::string& folder) {
  std::uint64_t sum = 0;
  std::error_code code;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied,
                                         code);
  while (!code && entry != fs::recursive_directory_iterator()) {
    std::error_code gone;
    if (entry->is_regular_file(gone) && !gone) {
      const auto bytes = entry->file_size(gone);
      if (!gone) sum += bytes;
    }
    entry.increment(code);
  }
  return sum;
}

struct OpenFile::Handle {
  int descriptor = -1;
};

OpenFile::OpenFile(std::unique_ptr<Handle> handle, std::string path, std::uint64_t size)
    : handle_(std::move(handle)), path_(std::move(path)), size_(size) {}

OpenFile::~OpenFile() { ::close(handle_->descriptor); }

Result<std::unique_ptr<OpenFile>> OpenFile::open(const std::string& path) {
  int descriptor = -1;
  do {
    descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  } while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0) return system_error(path);
  std::unique_ptr<OpenFile> file(new OpenFile(std::make_unique<Handle>(), path, 0));
  file->handle_->descriptor = descriptor;
  struct stat about {};
  if (::fstat(descriptor, &about) != 0) return system_error(path);
  if (!S_ISREG(about.st_mode)) return Error{path + ": is no file"};
  file->size_ = static_cast<std::uint64_t>(about.st_size);
  return file;
}

Result<std::string> OpenFile::read(std::uint64_t offset, std::size_t max_bytes) const {
  std::string bytes(max_bytes, '\0');
  std::size_t size = 0;
  while (size < max_bytes) {
    const ssize_t count = ::pread(handle_->descriptor, bytes.data() + size, max_bytes - size,
                                  static_cast<off_t>(offset + size));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_error(path_);
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
  }
  bytes.resize(size);
  return bytes;
}
}  // namespace franz
