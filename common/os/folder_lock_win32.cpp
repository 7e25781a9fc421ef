#include <windows.h>
#include "common/os/files.h"
#include "common/os/folder_lock.h"
#include "common/os/win32_support.h"

namespace franz {
// A file beside the folder that others cannot open while we have it open. The system closes and
// deletes it when the process ends for any reason.
static HANDLE take_file(const std::string& path) {
  return ::CreateFileW(win32::file_path(path + ".lock").c_str(), GENERIC_WRITE | DELETE, 0, nullptr,
                       OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL | FILE_FLAG_DELETE_ON_CLOSE, nullptr);
}

std::unique_ptr<FolderLock> FolderLock::take(const std::string& path) {
  const DWORD attributes = ::GetFileAttributesW(win32::file_path(path).c_str());
  const bool folder = attributes != INVALID_FILE_ATTRIBUTES &&
                      (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 &&
                      (attributes & FILE_ATTRIBUTE_REPARSE_POINT) == 0;
  HANDLE const file = folder ? take_file(path) : INVALID_HANDLE_VALUE;
  if (file == INVALID_HANDLE_VALUE) return nullptr;
  return std::unique_ptr<FolderLock>(new FolderLock(reinterpret_cast<std::intptr_t>(file)));
}

Result<std::unique_ptr<FolderLock>> FolderLock::make(const std::string& path) {
  HANDLE const file = take_file(path);
  if (file == INVALID_HANDLE_VALUE) {
    if (::GetLastError() == ERROR_SHARING_VIOLATION) return std::unique_ptr<FolderLock>();
    return win32::last_error(path);
  }
  std::unique_ptr<FolderLock> lock(new FolderLock(reinterpret_cast<std::intptr_t>(file)));
  const Result<bool> made = make_new_folder(path);
  if (!made.ok()) return made.error();
  return made.value() ? std::move(lock) : nullptr;
}

FolderLock::~FolderLock() { ::CloseHandle(reinterpret_cast<HANDLE>(handle_)); }
}  // namespace franz
