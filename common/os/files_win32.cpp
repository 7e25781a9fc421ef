#include <windows.h>
#include <algorithm>
#include <atomic>
#include <optional>
#include "common/os/files.h"
#include "common/os/win32_support.h"

namespace franz {
using win32::Handle;
using win32::last_error;

// Others may read, write and replace files that we have open, as on other systems.
static constexpr DWORD kShared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

static Handle open_file(const std::string& path, DWORD access, DWORD how, DWORD flags = 0) {
  return Handle(::CreateFileW(win32::file_path(path).c_str(), access, kShared, nullptr, how,
                              FILE_ATTRIBUTE_NORMAL | flags, nullptr));
}

static std::optional<std::uint64_t> size_of(const Handle& file) {
  LARGE_INTEGER size{};
  if (!::GetFileSizeEx(file.get(), &size)) return std::nullopt;
  return static_cast<std::uint64_t>(size.QuadPart);
}

Result<std::string> read_file(const std::string& path, std::size_t max_bytes) {
  const Handle file = open_file(path, GENERIC_READ, OPEN_EXISTING);
  if (!file.ok()) return last_error(path);
  if (::GetFileType(file.get()) != FILE_TYPE_DISK)  // a pipe, a console or another device
    return Error{path + ": is not a regular file", ErrorCode::not_a_file};
  const Error too_large{path + ": larger than " + std::to_string(max_bytes) + " bytes",
                        ErrorCode::too_large};
  const std::uint64_t known = size_of(file).value_or(0);
  if (known > max_bytes) return too_large;
  std::string bytes;
  std::size_t size = 0;
  bytes.resize(static_cast<std::size_t>(known) + 1);
  for (;;) {
    if (size > max_bytes) return too_large;
    if (size == bytes.size()) bytes.resize(size + 65536);
    const auto wanted =
        static_cast<DWORD>(std::min<std::size_t>(bytes.size() - size, win32::kOnePiece));
    DWORD count = 0;
    if (!::ReadFile(file.get(), bytes.data() + size, wanted, &count, nullptr))
      return last_error(path);
    if (count == 0) break;
    size += count;
  }
  bytes.resize(size);
  return bytes;
}

// A file in a person's folders is accessible to that person and administrators only.
Status require_private_file(const std::string& path) {
  if (file_exists(path)) return Done{};
  return Error{path + ": there is no such file", ErrorCode::missing};
}

// A virus scanner or an indexer may briefly hold a file and prevent its replacement.
static bool move_over(const std::wstring& from, const std::wstring& to, DWORD flags) {
  constexpr int kTries = 50;
  for (int i = 1;; ++i) {
    if (::MoveFileExW(from.c_str(), to.c_str(), MOVEFILE_REPLACE_EXISTING | flags)) return true;
    const DWORD code = ::GetLastError();
    const bool held = code == ERROR_SHARING_VIOLATION || code == ERROR_ACCESS_DENIED;
    if (!held || i == kTries) {
      ::SetLastError(code);
      return false;
    }
    ::Sleep(10);
  }
}

Status replace_file(const std::string& path, std::string_view bytes, Durability durability) {
  // Two threads may replace the same file at the same time, so each uses its own temporary name.
  static std::atomic<unsigned> counter{0};
  const std::string temporary = path + "." + std::to_string(::GetCurrentProcessId()) + "-" +
                                std::to_string(counter++) + ".tmp";
  const bool synced = durability == Durability::synced;
  const std::wstring wide = win32::file_path(temporary);
  {
    const Handle file = open_file(temporary, GENERIC_WRITE, CREATE_ALWAYS);
    const bool written =
        file.ok() && win32::write_all(file, bytes) && (!synced || ::FlushFileBuffers(file.get()));
    if (!written) {
      const Error error = last_error(path);
      if (file.ok()) ::DeleteFileW(wide.c_str());
      return error;
    }
  }
  if (!move_over(wide, win32::file_path(path), synced ? MOVEFILE_WRITE_THROUGH : 0)) {
    const Error error = last_error(path);
    ::DeleteFileW(wide.c_str());
    return error;
  }
  return Done{};
}

Result<bool> write_new_file(const std::string& path, std::string_view bytes) {
  {
    const Handle file = open_file(path, GENERIC_WRITE, CREATE_NEW);
    const DWORD code = ::GetLastError();
    if (!file.ok() && (code == ERROR_FILE_EXISTS || code == ERROR_ALREADY_EXISTS)) return false;
    if (!file.ok()) return last_error(path);
    if (win32::write_all(file, bytes)) return true;
  }
  const Error error = last_error(path);
  ::DeleteFileW(win32::file_path(path).c_str());
  return error;
}

Status append_file(const std::string& path, std::string_view bytes) {
  const Handle file = open_file(path, FILE_APPEND_DATA | FILE_WRITE_DATA, OPEN_ALWAYS);
  if (!file.ok()) return last_error(path);
  LARGE_INTEGER before{};
  if (!::SetFilePointerEx(file.get(), {}, &before, FILE_END)) return last_error(path);
  if (win32::write_all(file, bytes)) return Done{};
  const Error error = last_error(path);
  // A full disk may cut a line: a reader must not take the part for a line.
  if (::SetFilePointerEx(file.get(), before, nullptr, FILE_BEGIN) && ::SetEndOfFile(file.get()))
    return error;
  return Error{error.message + ", and a part of a line was written"};
}

static DWORD attributes_of(const std::string& path) {
  return ::GetFileAttributesW(win32::file_path(path).c_str());
}

bool file_exists(const std::string& path) {
  const DWORD attributes = attributes_of(path);
  return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) == 0;
}

bool folder_exists(const std::string& path) {
  const DWORD attributes = attributes_of(path);
  return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

Status make_folders(const std::string& path) {
  if (folder_exists(path)) return Done{};
  const std::size_t slash = path.find_last_of("/\\");
  const std::string above = slash == std::string::npos ? "" : path.substr(0, slash);
  if (!above.empty() && above.back() != ':') {
    if (Status made = make_folders(above); !made.ok()) return made;
  }
  if (slash + 1 == path.size()) return Done{};  // a trailing slash
  if (::CreateDirectoryW(win32::file_path(path).c_str(), nullptr) || folder_exists(path))
    return Done{};
  return last_error(path);
}

Result<bool> make_new_folder(const std::string& path) {
  if (::CreateDirectoryW(win32::file_path(path).c_str(), nullptr)) return true;
  if (::GetLastError() == ERROR_ALREADY_EXISTS) return false;
  return last_error(path);
}

Status rename_file(const std::string& from, const std::string& to) {
  if (!move_over(win32::file_path(from), win32::file_path(to), 0)) return last_error(from);
  return Done{};
}

Status remove_file(const std::string& path) {
  if (::DeleteFileW(win32::file_path(path).c_str())) return Done{};
  const DWORD code = ::GetLastError();
  if (code == ERROR_FILE_NOT_FOUND || code == ERROR_PATH_NOT_FOUND) return Done{};
  return Error{path + ": " + win32::message(code)};
}

namespace {
struct Entry {
  std::string name;
  DWORD attributes = 0;
};

bool is_missing(DWORD code) { return code == ERROR_FILE_NOT_FOUND || code == ERROR_PATH_NOT_FOUND; }

Result<std::vector<Entry>> entries_of(const std::string& path) {
  std::vector<Entry> entries;
  WIN32_FIND_DATAW found{};
  HANDLE search = ::FindFirstFileW(win32::file_path(join_path(path, "*")).c_str(), &found);
  if (search == INVALID_HANDLE_VALUE) {
    const DWORD code = ::GetLastError();
    if (is_missing(code)) return entries;
    return Error{path + ": " + win32::message(code)};
  }
  do {
    const std::wstring name = found.cFileName;
    if (name != L"." && name != L"..")
      entries.push_back({win32::to_utf8(name), found.dwFileAttributes});
  } while (::FindNextFileW(search, &found));
  const DWORD end = ::GetLastError();
  ::FindClose(search);
  if (end != ERROR_NO_MORE_FILES) return Error{path + ": " + win32::message(end)};
  return entries;
}
}  // namespace

Result<std::vector<std::string>> list_folder(const std::string& path) {
  Result<std::vector<Entry>> entries = entries_of(path);
  if (!entries.ok()) return entries.error();
  std::vector<std::string> names;
  for (Entry& entry : entries.value()) names.push_back(std::move(entry.name));
  std::sort(names.begin(), names.end());
  return names;
}

Status remove_folder(const std::string& path) {
  const DWORD attributes = attributes_of(path);
  const bool is_link =
      attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
  if (is_link) {
    if (::RemoveDirectoryW(win32::file_path(path).c_str())) return Done{};
    return last_error(path);
  }
  const Result<std::vector<Entry>> entries = entries_of(path);
  if (!entries.ok()) return entries.error();
  for (const Entry& entry : entries.value()) {
    const std::string name = join_path(path, entry.name);
    const bool folder = (entry.attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    const bool link = (entry.attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
    if (folder && !link) {
      if (Status removed = remove_folder(name); !removed.ok()) return removed;
    } else if (folder) {
      if (!::RemoveDirectoryW(win32::file_path(name).c_str())) return last_error(name);
    } else if (Status removed = remove_file(name); !removed.ok()) {
      return removed;
    }
  }
  if (::RemoveDirectoryW(win32::file_path(path).c_str())) return Done{};
  const DWORD code = ::GetLastError();
  if (is_missing(code)) return Done{};
  return Error{path + ": " + win32::message(code)};
}

bool is_leftover(std::string_view name) { return name.ends_with(".tmp"); }

// With only this system's separator, as users expect here.
std::string join_path(const std::string& folder, const std::string& name) {
  const bool drive = name.size() > 1 && name[1] == ':';
  const bool absolute = !name.empty() && (name[0] == '/' || name[0] == '\\');
  std::string path = name;
  if (!drive && !absolute && !folder.empty()) {
    const char last = folder.back();
    path = folder + (last == '/' || last == '\\' ? "" : "\\") + name;
  }
  std::replace(path.begin(), path.end(), '/', '\\');
  return path;
}
}  // namespace franz
