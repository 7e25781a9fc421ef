#include <windows.h>
#include <winternl.h>
#include <algorithm>
#include "common/os/win32_support.h"

namespace franz::win32 {
std::wstring to_wide(std::string_view utf8) {
  if (utf8.empty()) return {};
  const int bytes = static_cast<int>(utf8.size());
  const int size = ::MultiByteToWideChar(CP_UTF8, 0, utf8.data(), bytes, nullptr, 0);
  std::wstring wide(static_cast<std::size_t>(size), L'\0');
  ::MultiByteToWideChar(CP_UTF8, 0, utf8.data(), bytes, wide.data(), size);
  return wide;
}

std::string to_utf8(std::wstring_view wide) {
  if (wide.empty()) return {};
  const int units = static_cast<int>(wide.size());
  const int size =
      ::WideCharToMultiByte(CP_UTF8, 0, wide.data(), units, nullptr, 0, nullptr, nullptr);
  std::string utf8(static_cast<std::size_t>(size), '\0');
  ::WideCharToMultiByte(CP_UTF8, 0, wide.data(), units, utf8.data(), size, nullptr, nullptr);
  return utf8;
}

std::wstring file_path(const std::string& path) {
  const std::wstring given = to_wide(path);
  if (given.starts_with(L"\\\\?\\")) return given;
  const DWORD size = ::GetFullPathNameW(given.c_str(), 0, nullptr, nullptr);
  if (size == 0) return given;
  std::wstring full(size, L'\0');
  full.resize(::GetFullPathNameW(given.c_str(), size, full.data(), nullptr));
  constexpr std::size_t kShortEnough = 240;  // leaves room for a temporary name within MAX_PATH
  if (full.size() < kShortEnough) return full;
  if (full.starts_with(L"\\\\")) return L"\\\\?\\UNC" + full.substr(1);
  return L"\\\\?\\" + full;
}

std::string message(unsigned long code) {
  wchar_t* text = nullptr;
  const DWORD size = ::FormatMessageW(
      FORMAT_MESSAGE_ALLOCATE_BUFFER | FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS,
      nullptr, code, 0, reinterpret_cast<wchar_t*>(&text), 0, nullptr);
  std::string words = size == 0 ? "" : to_utf8({text, size});
  ::LocalFree(text);
  for (char& c : words)
    if (c == '\r' || c == '\n') c = ' ';
  while (!words.empty() && (words.back() == ' ' || words.back() == '.')) words.pop_back();
  if (words.empty()) return "error " + std::to_string(code);
  return words + " (error " + std::to_string(code) + ")";
}

Error last_error(const std::string& about) {
  const DWORD code = ::GetLastError();
  const bool missing = code == ERROR_FILE_NOT_FOUND || code == ERROR_PATH_NOT_FOUND;
  const bool denied = code == ERROR_ACCESS_DENIED || code == ERROR_WRITE_PROTECT;
  return Error{about + ": " + message(code), missing  ? ErrorCode::missing
                                             : denied ? ErrorCode::denied
                                                      : ErrorCode::failed};
}

Handle::~Handle() {
  if (ok()) ::CloseHandle(handle_);
}

bool Handle::ok() const { return handle_ != nullptr && handle_ != INVALID_HANDLE_VALUE; }

bool write_all(const Handle& file, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto size = static_cast<DWORD>(std::min<std::size_t>(bytes.size(), kOnePiece));
    DWORD written = 0;
    if (!::WriteFile(file.get(), bytes.data(), size, &written, nullptr)) return false;
    bytes.remove_prefix(written);
  }
  return true;
}

Handle open_at(void* folder, const std::string& name, const Opening& how) {
  // Source: winternl.h and "NtCreateFile"; some SDKs lack the names.
  constexpr ULONG kDirectoryFile = 0x1, kSynchronousIo = 0x20, kDeleteOnClose = 0x1000;
  constexpr ULONG kOpenReparsePoint = 0x200000, kCaseInsensitive = 0x40;
  std::wstring wide = to_wide(name);
  UNICODE_STRING text{};
  text.Buffer = wide.data();
  text.Length = text.MaximumLength = static_cast<USHORT>(wide.size() * sizeof(wchar_t));
  if (wide.size() > 255) {
    ::SetLastError(ERROR_FILENAME_EXCED_RANGE);
    return Handle(nullptr);
  }
  OBJECT_ATTRIBUTES object{};
  object.Length = sizeof(object);
  object.RootDirectory = folder;
  object.ObjectName = &text;
  object.Attributes = kCaseInsensitive;
  IO_STATUS_BLOCK status{};
  HANDLE file = nullptr;
  const ULONG options = kSynchronousIo | kOpenReparsePoint | (how.folder ? kDirectoryFile : 0) |
                        (how.delete_on_close ? kDeleteOnClose : 0);
  const ULONG share =
      how.shared ? FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE : FILE_SHARE_READ;
  const NTSTATUS result = ::NtCreateFile(&file, how.access | SYNCHRONIZE | FILE_READ_ATTRIBUTES,
                                         &object, &status, nullptr, FILE_ATTRIBUTE_NORMAL, share,
                                         static_cast<ULONG>(how.disposition), options, nullptr, 0);
  if (result < 0) {
    ::SetLastError(::RtlNtStatusToDosError(result));
    return Handle(nullptr);
  }
  return Handle(file);
}
}  // namespace franz::win32
