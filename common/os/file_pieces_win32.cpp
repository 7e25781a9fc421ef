#include <windows.h>
#include <algorithm>
#include <utility>
#include "common/os/file_pieces.h"
#include "common/os/files.h"
#include "common/os/win32_support.h"

namespace franz {
std::optional<FileStamp> file_stamp(const std::string& path) {
  WIN32_FILE_ATTRIBUTE_DATA about{};
  if (!::GetFileAttributesExW(win32::file_path(path).c_str(), GetFileExInfoStandard, &about))
    return std::nullopt;
  const auto ticks = static_cast<std::int64_t>(
      static_cast<std::uint64_t>(about.ftLastWriteTime.dwHighDateTime) << 32U |
      about.ftLastWriteTime.dwLowDateTime);
  return FileStamp{static_cast<std::uint64_t>(about.nFileSizeHigh) << 32U | about.nFileSizeLow,
                   ticks * 100};
}

std::uint64_t bytes_below(const std::string& folder) {
  std::uint64_t sum = 0;
  const Result<std::vector<std::string>> names = list_folder(folder);
  if (!names.ok()) return 0;
  for (const std::string& name : names.value()) {
    const std::string path = join_path(folder, name);
    sum += folder_exists(path) ? bytes_below(path) : file_size(path);
  }
  return sum;
}

struct OpenFile::Handle {
  win32::Handle file;
};

OpenFile::OpenFile(std::unique_ptr<Handle> handle, std::string path, std::uint64_t size)
    : handle_(std::move(handle)), path_(std::move(path)), size_(size) {}

OpenFile::~OpenFile() = default;

Result<std::unique_ptr<OpenFile>> OpenFile::open(const std::string& path) {
  win32::Handle file(::CreateFileW(win32::file_path(path).c_str(), GENERIC_READ,
                                   FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                   OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr));
  LARGE_INTEGER size{};
  if (!file.ok() || !::GetFileSizeEx(file.get(), &size)) return win32::last_error(path);
  return std::unique_ptr<OpenFile>(new OpenFile(std::make_unique<Handle>(Handle{std::move(file)}),
                                                path, static_cast<std::uint64_t>(size.QuadPart)));
}

Result<std::string> OpenFile::read(std::uint64_t offset, std::size_t max_bytes) const {
  std::string bytes(max_bytes, '\0');
  std::size_t size = 0;
  while (size < max_bytes) {
    const std::uint64_t at = offset + size;
    OVERLAPPED place{};
    place.Offset = static_cast<DWORD>(at);
    place.OffsetHigh = static_cast<DWORD>(at >> 32U);
    const auto wanted = static_cast<DWORD>(std::min<std::size_t>(max_bytes - size, 1U << 30U));
    DWORD count = 0;
    if (!::ReadFile(handle_->file.get(), bytes.data() + size, wanted, &count, &place) &&
        ::GetLastError() != ERROR_HANDLE_EOF)
      return win32::last_error(path_);
    if (count == 0) break;
    size += count;
  }
  bytes.resize(size);
  return bytes;
}
}  // namespace franz
