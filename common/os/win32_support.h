#pragma once
// Shared by the *_win32.cpp files. Includes no Windows header, so that they can all include it.
#include <cstdint>
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz::win32 {
// Converts text for the wide functions. Invalid UTF-8 and lone surrogates become U+FFFD.
std::wstring to_wide(std::string_view utf8);
std::string to_utf8(std::wstring_view wide);

// A path for the wide file functions: absolute, with backslashes, and with the prefix \\?\ that
// removes the limit of 260 characters. Source: "Naming Files, Paths, and Namespaces" (Win32).
std::wstring file_path(const std::string& path);

// The system's message for an error of GetLastError() or Winsock, in one line without a full stop:
// "Access is denied (error 5)".
std::string message(unsigned long code);
Error last_error(const std::string& about);  // "path: …" of GetLastError() now

// Closes a HANDLE; does nothing for 0 and INVALID_HANDLE_VALUE.
class Handle {
 public:
  explicit Handle(void* handle) : handle_(handle) {}
  ~Handle();
  Handle(Handle&& other) noexcept : handle_(other.release()) {}
  Handle& operator=(Handle&&) = delete;
  bool ok() const;
  void* get() const { return handle_; }
  void* release() {
    void* const handle = handle_;
    handle_ = nullptr;
    return handle;
  }

 private:
  void* handle_;
};

// The maximum for one ReadFile or WriteFile: a larger count would be cut to a DWORD.
inline constexpr unsigned long kOnePiece = 1UL << 30U;

// Waits until everything is written. False: GetLastError() has the reason, and a part may be
// written.
bool write_all(const Handle& file, std::string_view bytes);

// Options of open_at(): the access and share modes of CreateFileW, and further ones of
// NtCreateFile.
struct Opening {
  enum class If : unsigned long { there = 1, not_there = 2, either = 3 };  // FILE_OPEN, _CREATE, …
  unsigned long access = 0;  // SYNCHRONIZE and reading of attributes are added
  If disposition = If::there;
  bool folder = false;           // only a folder; otherwise any kind
  bool shared = true;            // false: others may only read
  bool delete_on_close = false;  // needs DELETE
};

// Opens `name`, in UTF-8 and of one part, in the folder of that handle. A reparse point itself is
// opened, never followed. Failure: not ok(), and GetLastError() has the reason. Source:
// NtCreateFile, "RootDirectory" and FILE_OPEN_REPARSE_POINT.
Handle open_at(void* folder, const std::string& name, const Opening& how);
}  // namespace franz::win32
