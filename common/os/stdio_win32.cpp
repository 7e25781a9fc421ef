#include <windows.h>
#include <algorithm>
#include <array>
#include <mutex>
#include "common/os/stdio.h"
#include "common/os/win32_support.h"

namespace franz {
// Uses the system's handles: the C library's streams translate line ends.
static constexpr DWORD kStreamPiece = 1U << 20U;

// Bytes read; 0 at the end or for a closed pipe; -1: an error.
static long long read_some(char* into, std::size_t size) {
  DWORD count = 0;
  const auto wanted = static_cast<DWORD>(std::min<std::size_t>(size, kStreamPiece));
  if (::ReadFile(::GetStdHandle(STD_INPUT_HANDLE), into, wanted, &count, nullptr)) return count;
  const DWORD code = ::GetLastError();
  return code == ERROR_BROKEN_PIPE || code == ERROR_HANDLE_EOF ? 0 : -1;
}

Result<std::string> read_standard_input(std::size_t max_bytes) {
  std::string bytes;
  std::size_t size = 0;
  for (;;) {
    if (size > max_bytes)
      return Error{"standard input: larger than " + std::to_string(max_bytes) + " bytes"};
    if (bytes.size() - size < 65536) bytes.resize(bytes.size() * 2 + 65536);
    const long long count = read_some(bytes.data() + size, bytes.size() - size);
    if (count < 0) return win32::last_error("standard input");
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
  }
  bytes.resize(size);
  return bytes;
}

Result<std::size_t> read_some_input(std::span<char> into) {
  const long long count = read_some(into.data(), into.size());
  if (count < 0) return win32::last_error("standard input");
  return static_cast<std::size_t>(count);
}

void read_input_lines(std::size_t max_bytes, const std::function<void(std::string_view)>& on_line) {
  std::string line;
  std::array<char, 65536> piece{};
  for (;;) {
    const long long count = read_some(piece.data(), piece.size());
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

static bool is_console(HANDLE stream) {
  DWORD mode = 0;
  return ::GetConsoleMode(stream, &mode) != 0;
}

// A console shows UTF-16 correctly with any code page; files and pipes receive our bytes.
static bool write_to_stream(HANDLE stream, std::string_view bytes) {
  DWORD written = 0;
  if (is_console(stream)) {
    const std::wstring text = win32::to_wide(bytes);
    std::wstring_view left = text;
    while (!left.empty()) {
      const auto size = static_cast<DWORD>(std::min<std::size_t>(left.size(), 8192));
      if (!::WriteConsoleW(stream, left.data(), size, &written, nullptr)) return false;
      left.remove_prefix(written);
    }
    return true;
  }
  while (!bytes.empty()) {
    const auto size = static_cast<DWORD>(std::min<std::size_t>(bytes.size(), kStreamPiece));
    if (!::WriteFile(stream, bytes.data(), size, &written, nullptr)) return false;
    bytes.remove_prefix(written);
  }
  return true;
}

Status write_standard_output(std::string_view bytes) {
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  if (write_to_stream(::GetStdHandle(STD_OUTPUT_HANDLE), bytes)) return Done{};
  return win32::last_error("standard output");
}

void write_standard_error(std::string_view bytes) {
  // There is no place to report a failure.
  static_cast<void>(write_to_stream(::GetStdHandle(STD_ERROR_HANDLE), bytes));
}

// Identifies a file: its number and that of its disk.
static bool is_same_file(HANDLE one, HANDLE other) {
  BY_HANDLE_FILE_INFORMATION first{};
  BY_HANDLE_FILE_INFORMATION second{};
  return ::GetFileInformationByHandle(one, &first) &&
         ::GetFileInformationByHandle(other, &second) &&
         first.dwVolumeSerialNumber == second.dwVolumeSerialNumber &&
         first.nFileIndexHigh == second.nFileIndexHigh &&
         first.nFileIndexLow == second.nFileIndexLow;
}

bool errors_join_output() {
  HANDLE output = ::GetStdHandle(STD_OUTPUT_HANDLE);
  HANDLE errors = ::GetStdHandle(STD_ERROR_HANDLE);
  return output == errors || (is_console(output) && is_console(errors)) ||
         is_same_file(output, errors);
}

bool output_is_terminal() { return is_console(::GetStdHandle(STD_OUTPUT_HANDLE)); }
}  // namespace franz
