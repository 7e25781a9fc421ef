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
}  // namespace franz::win32
