#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <mutex>
#include <system_error>
#include "common/os/posix_support.h"
#include "common/os/stdio.h"

namespace franz {
// -1: an error other than an interruption.
static ssize_t read_some(char* into, std::size_t size) {
  ssize_t count = 0;
  do {
    count = ::read(STDIN_FILENO, into, size);
  } while (count < 0 && errno == EINTR);
  return count;
}

Result<std::string> read_standard_input(std::size_t max_bytes) {
  std::string bytes;
  std::size_t size = 0;
  for (;;) {
    if (size > max_bytes)
      return Error{"standard input: larger than " + std::to_string(max_bytes) + " bytes"};
    if (bytes.size() - size < 65536) bytes.resize(bytes.size() * 2 + 65536);
    const ssize_t count = read_some(bytes.data() + size, bytes.size() - size);
    if (count < 0) return Error{"standard input: " + std::system_category().message(errno)};
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
  }
  bytes.resize(size);
  return bytes;
}

Result<std::size_t> read_some_input(std::span<char> into) {
  const ssize_t count = read_some(into.data(), into.size());
  if (count < 0) return Error{"standard input: " + std::system_category().message(errno)};
  return static_cast<std::size_t>(count);
}

void read_input_lines(std::size_t max_bytes, const std::function<void(std::string_view)>& on_line) {
  std::string line;
  std::array<char, 65536> piece{};
  for (;;) {
    const ssize_t count = read_some(piece.data(), piece.size());
    if (count <= 0) break;
    std::string_view left(piece.data(), static_cast<std::size_t>(count));
    while (!left.empty()) {
      const std::size_t end = left.find('\n');
      const std::string_view part = left.substr(0, end);
      line += part.substr(0, max_bytes - std::min(max_bytes, line.size()));
      left.remove_prefix(end == std::string_view::npos ? left.size() : end + 1);
      if (end == std::string_view::npos) break;
      if (!line.empty() && line.back() == '\r') line.pop_back();
      on_line(line);
      line.clear();
    }
  }
  if (!line.empty()) on_line(line);
}

Status write_standard_output(std::string_view bytes) {
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  if (write_all(STDOUT_FILENO, bytes)) return Done{};
  return Error{"standard output: " + std::system_category().message(errno)};
}

void write_standard_error(std::string_view bytes) {
  // There is no place to report a failure.
  static_cast<void>(write_all(STDERR_FILENO, bytes));
}

bool errors_join_output() {
  struct stat output {};
  struct stat errors {};
  return ::fstat(STDOUT_FILENO, &output) == 0 && ::fstat(STDERR_FILENO, &errors) == 0 &&
         output.st_dev == errors.st_dev && output.st_ino == errors.st_ino;
}

bool output_is_terminal() { return ::isatty(STDOUT_FILENO) == 1; }
}  // namespace franz
