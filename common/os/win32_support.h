#pragma once
// What the *_win32.cpp files share; no Windows header, so that it may be included where they are.
#include <cstdint>
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz::win32 {
// Text between us and the wide functions. Wrong UTF-8 and lone surrogates become U+FFFD.
std::wstring to_wide(std::string_view utf8);
std::string to_utf8(std::wstring_view wide);

// A path for the wide file functions: absolute, with backslashes, and with the prefix \\?\ that
// lifts the limit of 260 characters. Source: "Naming Files, Paths, and Namespaces" (Win32).
std::wstring file_path(const std::string& path);

// The system's words for an error of GetLastError() or Winsock, in one line without a full stop:
// "Access is denied (error 5)".
std::string message(unsigned long code);
Error last_error(const std::string& about);  // "path: …" of GetLastError() now

// Closes a HANDLE; nothing for 0 and INVALID_HANDLE_VALUE.
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

// Bytes that one ReadFile or WriteFile is asked for: more than a DWORD counts would be cut.
inline constexpr unsigned long kOnePiece = 1UL << 30U;

// Waits until all is written. False: GetLastError() tells why, and some of it may be.
bool write_all(const Handle& file, std::string_view bytes);

// How open_at() opens: the access and share modes of CreateFileW, and what else NtCreateFile takes.
struct Opening {
  enum class If : unsigned long { there = 1, not_there = 2, either = 3 };  // FILE_OPEN, _CREATE, …
  unsigned long access = 0;  // SYNCHRONIZE and the reading of attributes come with it
  If disposition = If::there;
  bool folder = false;           // a folder only; else whatever there is
  bool shared = true;            // false: others may read only
  bool delete_on_close = false;  // needs DELETE
};

// Opens `name`, in UTF-8 and of one part, in the folder of that handle. A reparse point is opened
// itself, never followed. Failure: not ok(), and GetLastError() tells why.
// Source: NtCreateFile, "RootDirectory" and FILE_OPEN_REPARSE_POINT.
Handle open_at(void* folder, const std::string& name, const Opening& how);
}  // namespace franz::win32
