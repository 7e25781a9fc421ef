#include <windows.h>
#include "common/os/file_lock.h"
#include "common/os/win32_support.h"

namespace franz {
// A file that nobody else may write or delete while it is open, and that goes with its handle: the
// system closes it whatever ends the process. Others may read the owner's line.
Result<std::unique_ptr<FileLock>, FileLock::Taken> FileLock::take(const std::string& path,
                                                                  const std::string& owner) {
  const std::wstring wide = win32::file_path(path);
  HANDLE const file =
      ::CreateFileW(wide.c_str(), GENERIC_WRITE | DELETE, FILE_SHARE_READ, nullptr, CREATE_ALWAYS,
                    FILE_ATTRIBUTE_NORMAL | FILE_FLAG_DELETE_ON_CLOSE, nullptr);
  if (file == INVALID_HANDLE_VALUE) {
    const DWORD code = ::GetLastError();
    if (code != ERROR_SHARING_VIOLATION) return Taken{false, path + ": " + win32::message(code)};
    std::string text(1000, '\0');
    DWORD count = 0;
    const win32::Handle reader(::CreateFileW(
        wide.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
        OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr));
    const bool read = reader.ok() && ::ReadFile(reader.get(), text.data(),
                                                static_cast<DWORD>(text.size()), &count, nullptr);
    text.resize(read ? count : 0);
    return Taken{true, text};
  }
  DWORD written = 0;
  if (!::WriteFile(file, owner.data(), static_cast<DWORD>(owner.size()), &written, nullptr)) {
    const Taken failed{false, path + ": " + win32::message(::GetLastError())};
    ::CloseHandle(file);
    return failed;
  }
  return std::unique_ptr<FileLock>(new FileLock(path, reinterpret_cast<std::intptr_t>(file)));
}

FileLock::~FileLock() { ::CloseHandle(reinterpret_cast<HANDLE>(handle_)); }

bool is_locked(const std::string& path) {
  // Asks for what an owner's handle does not share.
  const win32::Handle file(::CreateFileW(win32::file_path(path).c_str(), GENERIC_WRITE,
                                         FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                         nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr));
  return !file.ok() && ::GetLastError() == ERROR_SHARING_VIOLATION;
}
}  // namespace franz
