#include <windows.h>
#include <algorithm>
#include <utility>
#include "common/os/file_pieces.h"
#include "common/os/files.h"
#include "common/os/win32_support.h"

namespace franz {
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
  if (!file.ok()) return win32::last_error(path);
  return adopt(reinterpret_cast<std::intptr_t>(file.release()), path);
}

Result<std::unique_ptr<OpenFile>> OpenFile::adopt(std::intptr_t native, const std::string& path) {
  win32::Handle file(reinterpret_cast<HANDLE>(native));
  if (::GetFileType(file.get()) != FILE_TYPE_DISK)
    return Error{path + ": is not a file", ErrorCode::not_a_file};
  LARGE_INTEGER size{};
  if (!::GetFileSizeEx(file.get(), &size)) return win32::last_error(path);
  return std::unique_ptr<OpenFile>(new OpenFile(std::make_unique<Handle>(Handle{std::move(file)}),
                                                path, static_cast<std::uint64_t>(size.QuadPart)));
}

Result<std::size_t> OpenFile::read_into(char* into, std::uint64_t offset, std::size_t size) const {
  std::size_t done = 0;
  while (done < size) {
    const std::uint64_t at = offset + done;
    OVERLAPPED place{};
    place.Offset = static_cast<DWORD>(at);
    place.OffsetHigh = static_cast<DWORD>(at >> 32U);
    const auto wanted = static_cast<DWORD>(std::min<std::size_t>(size - done, 1U << 30U));
    DWORD count = 0;
    if (!::ReadFile(handle_->file.get(), into + done, wanted, &count, &place) &&
        ::GetLastError() != ERROR_HANDLE_EOF)
      return win32::last_error(path_);
    if (count == 0) break;
    done += count;
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
