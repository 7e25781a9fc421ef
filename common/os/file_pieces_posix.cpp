#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <system_error>
#include <utility>
#include "common/os/file_pieces.h"

namespace franz {
static Error open_file_error(const std::string& path) {
  return Error{path + ": " + std::system_category().message(errno),
               errno == ENOENT ? ErrorCode::missing : ErrorCode::failed};
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
    // A FIFO without a writer opens without blocking; the type is checked next.
    descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  } while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0) return open_file_error(path);
  return adopt(descriptor, path);
}

Result<std::unique_ptr<OpenFile>> OpenFile::adopt(std::intptr_t native, const std::string& path) {
  const int descriptor = static_cast<int>(native);
  std::unique_ptr<OpenFile> file(new OpenFile(std::make_unique<Handle>(), path, 0));
  file->handle_->descriptor = descriptor;
  struct stat about {};
  if (::fstat(descriptor, &about) != 0) return open_file_error(path);
  if (!S_ISREG(about.st_mode)) return Error{path + ": is not a file", ErrorCode::not_a_file};
  file->size_ = static_cast<std::uint64_t>(about.st_size);
  return file;
}

Result<std::size_t> OpenFile::read_into(char* into, std::uint64_t offset, std::size_t size) const {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count =
        ::pread(handle_->descriptor, into + done, size - done, static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return open_file_error(path_);
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
    // A short read at the size that the file had when opened: it still ends there.
    if (done < size && offset + done == size_) break;
  }
  return done;
}

Result<std::string> OpenFile::read(std::uint64_t offset, std::size_t max_bytes) const {
  std::string bytes(max_bytes, '\0');
  const Result<std::size_t> size = read_into(bytes.data(), offset, max_bytes);
  if (!size.ok()) return size.error();
  bytes.resize(size.value());
  return bytes;
}
}  // namespace franz
