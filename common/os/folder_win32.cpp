#include <windows.h>
#include <winternl.h>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <utility>
#include "common/os/folder.h"
#include "common/os/folder_parts.h"
#include "common/os/win32_support.h"

namespace franz {
using win32::Opening;

namespace {
constexpr DWORD kFolderAccess = FILE_LIST_DIRECTORY | FILE_TRAVERSE;

EntryKind kind_of(DWORD attributes) {
  if ((attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0) return EntryKind::link;
  if ((attributes & FILE_ATTRIBUTE_DIRECTORY) != 0) return EntryKind::folder;
  if ((attributes & FILE_ATTRIBUTE_DEVICE) != 0) return EntryKind::other;
  return EntryKind::file;
}

const char* kind_text(EntryKind kind) {
  switch (kind) {
    case EntryKind::file: return "a file";
    case EntryKind::folder: return "a folder";
    case EntryKind::link: return "a link";
    case EntryKind::other: return "a device";
  }
  return "";
}

// For GetLastError() now.
Error failure(const std::string& path) {
  const DWORD code = ::GetLastError();
  ErrorCode kind = ErrorCode::failed;
  if (code == ERROR_FILE_NOT_FOUND || code == ERROR_PATH_NOT_FOUND) kind = ErrorCode::missing;
  if (code == ERROR_DIRECTORY) kind = ErrorCode::not_a_file;
  return Error{path + ": " + win32::message(code), kind};
}

Error is_not(const std::string& path, EntryKind kind, const char* wanted) {
  return not_a(path, kind_text(kind), wanted);
}

// Names of FileRenameInformation(Ex) and its members from the kernel's header, which programs
// cannot use. Source: ntifs.h, FILE_RENAME_INFORMATION; ntddk.h, FILE_INFORMATION_CLASS.
struct RenameInformation {
  ULONG flags;  // of the older class: a BOOLEAN, replace if it exists
  HANDLE root;
  ULONG name_bytes;
  WCHAR name[256];
};
constexpr ULONG kReplace = 1, kPosixSemantics = 2, kIgnoreReadOnly = 0x40;
constexpr int kRenameClass = 10, kRenameExClass = 65;

// Renames the open file `file` (with DELETE access) to `name` in the folder `to`.
bool rename_once(const win32::Handle& file, void* to, const std::wstring& name) {
  using SetInformation = NTSTATUS(NTAPI*)(HANDLE, PIO_STATUS_BLOCK, PVOID, ULONG, int);
  static const auto set_information = reinterpret_cast<SetInformation>(reinterpret_cast<void*>(
      ::GetProcAddress(::GetModuleHandleW(L"ntdll.dll"), "NtSetInformationFile")));
  RenameInformation about{};
  if (name.size() >= std::size(about.name)) {
    ::SetLastError(ERROR_FILENAME_EXCED_RANGE);
    return false;
  }
  about.root = to;
  about.name_bytes = static_cast<ULONG>(name.size() * sizeof(wchar_t));
  std::memcpy(about.name, name.data(), about.name_bytes);
  IO_STATUS_BLOCK status{};
  // Replaces a file that others read, as on other systems.
  about.flags = kReplace | kPosixSemantics | kIgnoreReadOnly;
  if (set_information(file.get(), &status, &about, sizeof(about), kRenameExClass) >= 0) return true;
  about.flags = kReplace;  // file systems without it
  const NTSTATUS result = set_information(file.get(), &status, &about, sizeof(about), kRenameClass);
  if (result >= 0) return true;
  ::SetLastError(::RtlNtStatusToDosError(result));
  return false;
}

// A virus scanner or an indexer may briefly hold a file and prevent its replacement.
bool rename_to(const win32::Handle& file, void* to, const std::wstring& name) {
  constexpr int kTries = 50;
  for (int i = 1;; ++i) {
    if (rename_once(file, to, name)) return true;
    const DWORD code = ::GetLastError();
    const bool held = code == ERROR_SHARING_VIOLATION || code == ERROR_ACCESS_DENIED;
    if (!held || i == kTries) {
      ::SetLastError(code);
      return false;
    }
    ::Sleep(10);
  }
}

// The file is removed when the handle is closed, or immediately if the system can.
bool mark_removed(const win32::Handle& file) {
  struct {
    DWORD flags = 0x1 | 0x2 | 0x10;  // FILE_DISPOSITION_DELETE, _POSIX_SEMANTICS, _IGNORE_READONLY
  } posix;
  constexpr auto kDispositionEx = static_cast<FILE_INFO_BY_HANDLE_CLASS>(21);
  if (::SetFileInformationByHandle(file.get(), kDispositionEx, &posix, sizeof(posix))) return true;
  FILE_DISPOSITION_INFO older{TRUE};
  return ::SetFileInformationByHandle(file.get(), FileDispositionInfo, &older, sizeof(older)) != 0;
}
}  // namespace

struct Folder::Handle {
  win32::Handle handle;
};

// Shared by the operations.
struct Folder::Access {
  // Where a name's last part is: the folder itself, or an open folder below it.
  struct Place {
    void* at = nullptr;
    std::string last;
    std::vector<win32::Handle> way;
  };

  static std::string full(const Folder& folder, const std::string& name) {
    return join_path(folder.path_, name);
  }

  // Why the folder `part` in `at` could not be opened, from GetLastError() now.
  static Error no_folder(const std::string& path, void* at, const std::string& part) {
    const Error error = failure(path);
    const win32::Handle there = win32::open_at(at, part, Opening{});
    BY_HANDLE_FILE_INFORMATION about{};
    if (!there.ok() || !::GetFileInformationByHandle(there.get(), &about)) return error;
    const EntryKind kind = kind_of(about.dwFileAttributes);
    return kind == EntryKind::folder ? error : is_not(path, kind, "a folder");
  }

  // Opens the folders on the way, and creates missing ones if `make`.
  static Result<Place> place_of(const Folder& folder, const std::string& name, bool make = false) {
    const auto parts = parts_of_name(name);
    if (!parts || name.find_first_of("\\:") != std::string::npos)
      return refused_name(folder.path_, name);
    Place place;
    place.at = folder.handle_->handle.get();
    std::string way;
    for (std::size_t i = 0; i + 1 < parts->size(); ++i) {
      const std::string& part = (*parts)[i];
      way += (way.empty() ? "" : "/") + part;
      Opening how;
      how.access = kFolderAccess;
      how.folder = true;
      how.disposition = make ? Opening::If::either : Opening::If::there;
      win32::Handle below = win32::open_at(place.at, part, how);
      if (!below.ok()) return no_folder(full(folder, way), place.at, part);
      BY_HANDLE_FILE_INFORMATION about{};
      if (!::GetFileInformationByHandle(below.get(), &about)) return failure(full(folder, way));
      const EntryKind kind = kind_of(about.dwFileAttributes);
      if (kind != EntryKind::folder) return is_not(full(folder, way), kind, "a folder");
      place.at = below.get();
      place.way.push_back(std::move(below));
    }
    place.last = parts->back();
    return place;
  }

  // Accepts only a regular file. `single`: refuses one with a second name.
  static Result<win32::Handle> open_regular(const std::string& path, const Place& place,
                                            DWORD access, Opening::If disposition, bool single) {
    Opening how;
    how.access = access;
    how.disposition = disposition;
    win32::Handle file = win32::open_at(place.at, place.last, how);
    if (!file.ok()) return failure(path);
    if (::GetFileType(file.get()) != FILE_TYPE_DISK)
      return is_not(path, EntryKind::other, "a file");
    BY_HANDLE_FILE_INFORMATION about{};
    if (!::GetFileInformationByHandle(file.get(), &about)) return failure(path);
    const EntryKind kind = kind_of(about.dwFileAttributes);
    if (kind != EntryKind::file) return is_not(path, kind, "a file");
    if (single && about.nNumberOfLinks > 1) return has_second_name(path);
    return file;
  }

  // What kind of entry a name is. Failure: ErrorCode::missing, or the system's reason.
  static Result<BY_HANDLE_FILE_INFORMATION> look(const std::string& path, const Place& place) {
    const win32::Handle file = win32::open_at(place.at, place.last, Opening{});
    BY_HANDLE_FILE_INFORMATION about{};
    if (!file.ok() || !::GetFileInformationByHandle(file.get(), &about)) return failure(path);
    return about;
  }

  // Fails if the name belongs to anything but a file; a free name is accepted.
  static Status may_replace(const std::string& path, const Place& place, bool single = false) {
    const auto about = look(path, place);
    if (!about.ok()) return fine_if_missing(about.error());
    const EntryKind kind = kind_of(about.value().dwFileAttributes);
    if (kind != EntryKind::file) return is_not(path, kind, "a file");
    const bool second = single && about.value().nNumberOfLinks > 1;
    return second ? Status(has_second_name(path)) : Status(Done{});
  }

  // Creates a new file and replaces one that was left there.
  static win32::Handle make_file(void* at, const std::string& name) {
    Opening how;
    how.access = GENERIC_WRITE | DELETE;
    how.disposition = Opening::If::not_there;
    win32::Handle file = win32::open_at(at, name, how);
    const DWORD code = file.ok() ? 0 : ::GetLastError();
    if (code != ERROR_ALREADY_EXISTS && code != ERROR_FILE_EXISTS) return file;
    {
      Opening old;
      old.access = DELETE;
      const win32::Handle left = win32::open_at(at, name, old);
      if (left.ok()) static_cast<void>(mark_removed(left));
    }
    return win32::open_at(at, name, how);
  }

  static FileStamp stamp_of(const BY_HANDLE_FILE_INFORMATION& about) {
    const auto ticks = static_cast<std::int64_t>(
        static_cast<std::uint64_t>(about.ftLastWriteTime.dwHighDateTime) << 32U |
        about.ftLastWriteTime.dwLowDateTime);
    return FileStamp{static_cast<std::uint64_t>(about.nFileSizeHigh) << 32U | about.nFileSizeLow,
                     ticks * 100};
  }

  static Result<std::vector<FolderEntry>> entries_of(void* folder, const std::string& path,
                                                     const GoOn& go_on) {
    std::vector<FILE_ID_BOTH_DIR_INFO> aligned((1U << 16U) / sizeof(FILE_ID_BOTH_DIR_INFO));
    char* const buffer = reinterpret_cast<char*>(aligned.data());
    const auto bytes = static_cast<DWORD>(aligned.size() * sizeof(FILE_ID_BOTH_DIR_INFO));
    std::vector<FolderEntry> entries;
    FILE_INFO_BY_HANDLE_CLASS next = FileIdBothDirectoryRestartInfo;
    while (::GetFileInformationByHandleEx(folder, next, buffer, bytes)) {
      next = FileIdBothDirectoryInfo;
      for (std::size_t offset = 0;;) {
        const auto* const entry = reinterpret_cast<const FILE_ID_BOTH_DIR_INFO*>(buffer + offset);
        const std::wstring_view name(entry->FileName, entry->FileNameLength / sizeof(wchar_t));
        if (name != L"." && name != L"..") {
          entries.push_back({win32::to_utf8(name), kind_of(entry->FileAttributes)});
          if (go_on && !go_on()) return not_listed(path, entries.size());
        }
        if (entry->NextEntryOffset == 0) break;
        offset += entry->NextEntryOffset;
      }
    }
    if (::GetLastError() != ERROR_NO_MORE_FILES) return failure(path);
    sort_by_name(entries);
    return entries;
  }
};

Folder::Folder(std::unique_ptr<Handle> handle, std::string path)
    : handle_(std::move(handle)), path_(std::move(path)) {}
Folder::Folder(Folder&&) noexcept = default;
Folder& Folder::operator=(Folder&&) noexcept = default;
Folder::~Folder() = default;

std::intptr_t Folder::native() const {
  return reinterpret_cast<std::intptr_t>(handle_->handle.get());
}

Result<Folder> Folder::open(const std::string& path) {
  const std::string given = path.empty() ? "." : path;
  win32::Handle folder(::CreateFileW(win32::file_path(given).c_str(),
                                     kFolderAccess | FILE_READ_ATTRIBUTES | SYNCHRONIZE,
                                     FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                     nullptr, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr));
  if (!folder.ok()) return failure(path);
  BY_HANDLE_FILE_INFORMATION about{};
  if (!::GetFileInformationByHandle(folder.get(), &about)) return failure(path);
  if ((about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) == 0)
    return is_not(path, EntryKind::file, "a folder");
  return Folder(std::unique_ptr<Handle>(new Handle{std::move(folder)}), path);
}

Result<Folder> Folder::make(const std::string& path) {
  Result<Folder> there = open(path);
  if (there.ok() || there.error().code != ErrorCode::missing) return there;
  if (Status made = make_folders(path); !made.ok()) return made.error();
  return open(path);
}

bool Folder::is_still_there() const {
  const Result<Folder> named = open(path_);
  BY_HANDLE_FILE_INFORMATION ours{}, theirs{};
  return named.ok() && ::GetFileInformationByHandle(handle_->handle.get(), &ours) &&
         ::GetFileInformationByHandle(named.value().handle_->handle.get(), &theirs) &&
         ours.dwVolumeSerialNumber == theirs.dwVolumeSerialNumber &&
         ours.nFileIndexHigh == theirs.nFileIndexHigh && ours.nFileIndexLow == theirs.nFileIndexLow;
}

Result<std::unique_ptr<OpenFile>> Folder::open_file(const std::string& name) const {
  const std::string path = Access::full(*this, name);
  const auto place = Access::place_of(*this, name);
  if (!place.ok()) return place.error();
  auto file = Access::open_regular(path, place.value(), GENERIC_READ, Opening::If::there, false);
  if (!file.ok()) return file.error();
  return OpenFile::adopt(reinterpret_cast<std::intptr_t>(file.value().release()), path);
}

std::optional<EntryKind> Folder::kind(const std::string& name) const {
  const auto place = Access::place_of(*this, name);
  if (!place.ok()) return std::nullopt;
  const auto about = Access::look("", place.value());
  if (!about.ok()) return std::nullopt;
  return kind_of(about.value().dwFileAttributes);
}

std::optional<FileStamp> Folder::stamp(const std::string& name) const {
  if (name.empty()) {
    BY_HANDLE_FILE_INFORMATION about{};
    if (!::GetFileInformationByHandle(handle_->handle.get(), &about)) return std::nullopt;
    return Access::stamp_of(about);
  }
  const auto place = Access::place_of(*this, name);
  if (!place.ok()) return std::nullopt;
  const auto about = Access::look("", place.value());
  if (!about.ok()) return std::nullopt;
  const EntryKind kind = kind_of(about.value().dwFileAttributes);
  if (kind != EntryKind::file && kind != EntryKind::folder) return std::nullopt;
  return Access::stamp_of(about.value());
}

Result<std::vector<FolderEntry>> Folder::list(const std::string& below, const GoOn& go_on) const {
  if (below.empty()) {
    // Needs its own handle of the same folder (NtCreateFile with an empty name): reading moves its
    // position, and Wine caches the first listing.
    Opening how;
    how.access = kFolderAccess;
    how.folder = true;
    const win32::Handle again = win32::open_at(handle_->handle.get(), "", how);
    if (!again.ok()) return failure(path_);
    return Access::entries_of(again.get(), path_, go_on);
  }
  // Opened like the way to a file in it, so that a link is reported.
  const auto place = Access::place_of(*this, below + "/.file");
  if (!place.ok()) return place.error();
  return Access::entries_of(place.value().at, Access::full(*this, below), go_on);
}

Status Folder::may_write(const std::string& name) const {
  const auto place = Access::place_of(*this, name);
  if (!place.ok()) return fine_if_missing(place.error());
  return Access::may_replace(Access::full(*this, name), place.value(), true);
}

Status Folder::replace(const std::string& name, std::string_view bytes,
                       Durability durability) const {
  const std::string path = Access::full(*this, name);
  const auto found = Access::place_of(*this, name);
  if (!found.ok()) return found.error();
  const Access::Place& place = found.value();
  if (Status may = Access::may_replace(path, place); !may.ok()) return may;

  const std::string temporary = temporary_name(place.last, ::GetCurrentProcessId());
  const win32::Handle file = Access::make_file(place.at, temporary);
  if (!file.ok()) return failure(path);
  const bool synced = durability == Durability::synced;
  const bool written = win32::write_all(file, bytes) &&
                       (!synced || ::FlushFileBuffers(file.get())) &&
                       rename_to(file, place.at, win32::to_wide(place.last)) &&
                       (!synced || ::FlushFileBuffers(file.get()));
  if (written) return Done{};
  const Error error = failure(path);
  static_cast<void>(mark_removed(file));
  return error;
}

Status Folder::sync(const std::string& name) const {
  const std::string path = Access::full(*this, name);
  const auto place = Access::place_of(*this, name);
  if (!place.ok()) return place.error();
  const auto file =
      Access::open_regular(path, place.value(), GENERIC_WRITE, Opening::If::there, false);
  if (!file.ok()) return file.error();
  if (!::FlushFileBuffers(file.value().get())) return failure(path);
  return Done{};
}

Status Folder::append(const std::string& name, std::string_view bytes) const {
  const std::string path = Access::full(*this, name);
  const auto place = Access::place_of(*this, name);
  if (!place.ok()) return place.error();
  const auto opened = Access::open_regular(path, place.value(), FILE_APPEND_DATA | FILE_WRITE_DATA,
                                           Opening::If::either, true);
  if (!opened.ok()) return opened.error();
  const win32::Handle& file = opened.value();
  LARGE_INTEGER before{};
  if (!::SetFilePointerEx(file.get(), {}, &before, FILE_END)) return failure(path);
  if (win32::write_all(file, bytes)) return Done{};
  const Error error = failure(path);
  // A full disk may cut a line: a reader must not take the part for a line.
  if (::SetFilePointerEx(file.get(), before, nullptr, FILE_BEGIN) && ::SetEndOfFile(file.get()))
    return error;
  return with_part_written(error);
}

Status Folder::overwrite(const std::string& name, std::uint64_t offset,
                         std::string_view bytes) const {
  const std::string path = Access::full(*this, name);
  const auto place = Access::place_of(*this, name);
  if (!place.ok()) return place.error();
  const auto file =
      Access::open_regular(path, place.value(), GENERIC_WRITE, Opening::If::there, true);
  if (!file.ok()) return file.error();
  LARGE_INTEGER at{};
  at.QuadPart = static_cast<LONGLONG>(offset);
  if (!::SetFilePointerEx(file.value().get(), at, nullptr, FILE_BEGIN) ||
      !win32::write_all(file.value(), bytes))
    return failure(path);
  return Done{};
}

Status Folder::cut(const std::string& name, std::uint64_t bytes) const {
  const std::string path = Access::full(*this, name);
  const auto place = Access::place_of(*this, name);
  if (!place.ok()) return place.error();
  const auto file =
      Access::open_regular(path, place.value(), GENERIC_WRITE, Opening::If::there, true);
  if (!file.ok()) return file.error();
  LARGE_INTEGER there{}, at{};
  at.QuadPart = static_cast<LONGLONG>(bytes);
  if (!::GetFileSizeEx(file.value().get(), &there)) return failure(path);
  if (there.QuadPart <= at.QuadPart) return Done{};
  if (!::SetFilePointerEx(file.value().get(), at, nullptr, FILE_BEGIN) ||
      !::SetEndOfFile(file.value().get()))
    return failure(path);
  return Done{};
}

Status Folder::make_folder(const std::string& name) const {
  // The last part is created like the folders on the way to a file in it.
  const auto place = Access::place_of(*this, name + "/.file", true);
  return place.ok() ? Status(Done{}) : Status(place.error());
}

Status Folder::rename(const std::string& from, const std::string& to) const {
  const std::string path = Access::full(*this, from);
  const auto source = Access::place_of(*this, from);
  if (!source.ok()) return source.error();
  const auto target = Access::place_of(*this, to);
  if (!target.ok()) return target.error();
  if (Status may = Access::may_replace(Access::full(*this, to), target.value()); !may.ok())
    return may;
  const auto file = Access::open_regular(path, source.value(), DELETE, Opening::If::there, false);
  if (!file.ok()) return file.error();
  if (!rename_to(file.value(), target.value().at, win32::to_wide(target.value().last)))
    return failure(path);
  return Done{};
}

Status Folder::remove(const std::string& name) const {
  const std::string path = Access::full(*this, name);
  const auto place = Access::place_of(*this, name);
  if (!place.ok()) return fine_if_missing(place.error());
  const auto about = Access::look(path, place.value());
  if (about.ok() && kind_of(about.value().dwFileAttributes) == EntryKind::folder)
    return is_not(path, EntryKind::folder, "a file");
  Opening how;
  how.access = DELETE;
  const win32::Handle file = win32::open_at(place.value().at, place.value().last, how);
  if (file.ok() && mark_removed(file)) return Done{};
  return fine_if_missing(failure(path));
}
}  // namespace franz
