#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <system_error>
#include "capturer/sandbox/canvas_file.h"
#include "common/wire/turn_options.h"

namespace franz::capturer {
namespace {
constexpr std::size_t kLongest =
    std::size_t{kMaxCanvasSide} * kMaxCanvasSide * 3 + (1UL << 16U);  // and some header

Error last_error() { return Error{std::generic_category().message(errno)}; }

class Descriptor {
 public:
  Descriptor(const std::string& path, int flags) : number_(open(path.c_str(), flags | O_CLOEXEC)) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }
  bool ok() const { return number_ >= 0; }

 private:
  int number_;
};
}  // namespace

Result<std::vector<std::uint8_t>> read_canvas_file(const std::string& path) {
  const Descriptor file(path, O_RDONLY);
  struct stat about {};
  if (!file.ok() || fstat(file.number(), &about) != 0) return last_error();
  if (!S_ISREG(about.st_mode)) return Error{"is not a file"};
  const auto size = static_cast<std::size_t>(about.st_size);
  if (size > kLongest) return Error{"is longer than a canvas can be"};
  std::vector<std::uint8_t> bytes(size);
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count = read(file.number(), bytes.data() + done, size - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return last_error();
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  bytes.resize(done);
  return bytes;
}

Status overwrite_canvas_file(const std::string& path, std::size_t offset, std::string_view bytes) {
  const Descriptor file(path, O_WRONLY);
  if (!file.ok()) return last_error();
  while (!bytes.empty()) {
    const ssize_t count =
        pwrite(file.number(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return last_error();
    offset += static_cast<std::size_t>(count);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return Done{};
}
}  // namespace franz::capturer
