#include <windows.h>
#include <algorithm>
#include "capturer/sandbox/canvas_file.h"
#include "common/os/win32_support.h"
#include "common/wire/turn_options.h"

namespace franz::capturer {
static constexpr std::size_t kLongest =
    std::size_t{kMaxCanvasSide} * kMaxCanvasSide * 3 + (1UL << 16U);  // and some header
static constexpr std::size_t kOnePiece = 1UL << 28U;

static Error last_error() { return Error{win32::message(::GetLastError())}; }

static win32::Handle open_canvas(const std::string& path, DWORD access) {
  return win32::Handle(::CreateFileW(win32::file_path(path).c_str(), access,
                                     FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                     nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr));
}

Result<std::vector<std::uint8_t>> read_canvas_file(const std::string& path) {
  const win32::Handle file = open_canvas(path, GENERIC_READ);
  LARGE_INTEGER size{};
  if (!file.ok() || !::GetFileSizeEx(file.get(), &size)) return last_error();
  if (static_cast<std::uint64_t>(size.QuadPart) > kLongest)
    return Error{"is longer than a canvas can be"};
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size.QuadPart));
  std::size_t done = 0;
  while (done < bytes.size()) {
    const auto wanted = static_cast<DWORD>(std::min(bytes.size() - done, kOnePiece));
    DWORD count = 0;
    if (!::ReadFile(file.get(), bytes.data() + done, wanted, &count, nullptr)) return last_error();
    if (count == 0) break;
    done += count;
  }
  bytes.resize(done);
  return bytes;
}

Status overwrite_canvas_file(const std::string& path, std::size_t offset, std::string_view bytes) {
  const win32::Handle file = open_canvas(path, GENERIC_WRITE);
  LARGE_INTEGER place{};
  place.QuadPart = static_cast<LONGLONG>(offset);
  if (!file.ok() || !::SetFilePointerEx(file.get(), place, nullptr, FILE_BEGIN))
    return last_error();
  while (!bytes.empty()) {
    const auto size = static_cast<DWORD>(std::min(bytes.size(), kOnePiece));
    DWORD written = 0;
    if (!::WriteFile(file.get(), bytes.data(), size, &written, nullptr)) return last_error();
    bytes.remove_prefix(written);
  }
  return Done{};
}
}  // namespace franz::capturer
