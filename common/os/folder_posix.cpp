#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <functional>
#include <system_error>
#include <utility>
#include "common/os/folder.h"
#include "common/os/folder_parts.h"
#include "common/os/posix_support.h"
#include "common/os/test_hook.h"

namespace franz {
namespace {
Descriptor open_at(int folder, const char* name, int flags, mode_t mode = 0) {
  int number = -1;
  do {
    number = ::openat(folder, name, flags | O_CLOEXEC, mode);
  } while (number < 0 && errno == EINTR);
  return Descriptor(number);
}

// Opens a folder in the folder; a link is not followed.
constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW;
// Opens a file in it without waiting for any other kind, which is checked afterwards: a FIFO opens
// without blocking, a terminal does not become our controlling terminal. Regular files ignore
// O_NONBLOCK (open(2)).
constexpr int kFileFlags = O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
constexpr mode_t kFileMode = 0600;
constexpr mode_t kFolderMode = 0700;

bool write_all_at(int descriptor, std::string_view bytes, std::uint64_t offset) {
  while (!bytes.empty()) {
    const ssize_t written =
        ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    offset += static_cast<std::size_t>(written);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// write_all() and fsync() as steps before which a test can kill the process.
bool write_by_steps(int descriptor, std::string_view bytes) {
  before_disk_step();
  const std::size_t first = first_piece_of_write(bytes.size());
  if (first > 0) {
    if (!write_all(descriptor, bytes.substr(0, first))) return false;
    before_disk_step();
  }
  return write_all(descriptor, bytes.substr(first));
}

bool sync_step(int descriptor) {
  before_disk_step();
  return ::fsync(descriptor) == 0;
}

EntryKind kind_of(mode_t mode) {
  if (S_ISREG(mode)) return EntryKind::file;
  if (S_ISDIR(mode)) return EntryKind::folder;
  if (S_ISLNK(mode)) return EntryKind::link;
  return EntryKind::other;
}

const char* kind_text(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISLNK(mode)) return "a link";
  if (S_ISFIFO(mode)) return "a FIFO";
  if (S_ISSOCK(mode)) return "a socket";
  if (S_ISREG(mode)) return "a file";
  return "a device";
}

// Something else has the name; the system gives no reason of its own.
bool is_wrong_kind(int code) {
  return code == ELOOP || code == ENOTDIR || code == EISDIR || code == ENXIO || code == EMLINK;
}
}  // namespace

struct Folder::Handle {
  Descriptor descriptor;
};

// Shared by the operations.
struct Folder::Access {
  // Where a name's last part is: the folder itself, or an open folder below it.
  struct Place {
    int at = -1;
    std::string last;
    Descriptor below;
  };

  static std::string full(const Folder& folder, const std::string& name) {
    return join_path(folder.path_, name);
  }

  // The error of errno for the entry `last` in `at`; `wanted` is the expected kind.
  static Error failure(const std::string& path, int at, const std::string& last,
                       const char* wanted) {
    const int code = errno;
    struct stat about {};
    if (is_wrong_kind(code) && ::fstatat(at, last.c_str(), &about, AT_SYMLINK_NOFOLLOW) == 0)
      return not_a(path, kind_text(about.st_mode), wanted);
    ErrorCode kind = ErrorCode::failed;
    if (code == ENOENT) kind = ErrorCode::missing;
    if (is_wrong_kind(code)) kind = ErrorCode::not_a_file;
    return Error{path + ": " + std::system_category().message(code), kind};
  }

  // Opens the folders on the way, and creates missing ones if `make`.
  static Result<Place> place_of(const Folder& folder, const std::string& name, bool make = false) {
    const auto parts = parts_of_name(name);
    if (!parts) return refused_name(folder.path_, name);
    Place place;
    place.at = folder.handle_->descriptor.number();
    std::string way;
    for (std::size_t i = 0; i + 1 < parts->size(); ++i) {
      const std::string& part = (*parts)[i];
      way += (way.empty() ? "" : "/") + part;
      if (make) before_disk_step();
      if (make && ::mkdirat(place.at, part.c_str(), kFolderMode) != 0 && errno != EEXIST)
        return failure(full(folder, way), place.at, part, "a folder");
      Descriptor below = open_at(place.at, part.c_str(), kFolderFlags);
      if (!below.ok()) return failure(full(folder, way), place.at, part, "a folder");
      place.at = below.number();
      place.below = std::move(below);
    }
    place.last = parts->back();
    return place;
  }

  // Opens a file for reading, the common case, by one call for any number of folders on the way,
  // and checks it. If it is not open, the usual way may still succeed (Linux before 5.6 and some
  // sandboxes lack this call); otherwise it finds the reason.
  static Descriptor open_at_once(const Folder& folder, const std::string& name) {
    if (!parts_of_name(name)) return Descriptor();
    open_how how{};
    how.flags = O_RDONLY | kFileFlags | O_CLOEXEC;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS;
    return Descriptor(static_cast<int>(::syscall(SYS_openat2, folder.handle_->descriptor.number(),
                                                 name.c_str(), &how, sizeof how)));
  }

  // Accepts only a regular file. `single`: refuses one with a second name. `size`: of the file.
  static Result<Descriptor> open_regular(const std::string& path, const Place& place, int flags,
                                         bool single, std::uint64_t* size = nullptr) {
    Descriptor file = open_at(place.at, place.last.c_str(), flags | kFileFlags, kFileMode);
    struct stat about {};
    if (!file.ok() || ::fstat(file.number(), &about) != 0)
      return failure(path, place.at, place.last, "a file");
    if (!S_ISREG(about.st_mode)) return not_a(path, kind_text(about.st_mode), "a file");
    if (single && about.st_nlink > 1) return has_second_name(path);
    if (size != nullptr) *size = static_cast<std::uint64_t>(about.st_size);
    return file;
  }

  // Fails if the name belongs to anything but a file; a free name is accepted.
  static Status may_replace(const std::string& path, const Place& place, bool single = false) {
    struct stat about {};
    if (::fstatat(place.at, place.last.c_str(), &about, AT_SYMLINK_NOFOLLOW) != 0) {
      if (errno == ENOENT) return Done{};
      return failure(path, place.at, place.last, "a file");
    }
    if (!S_ISREG(about.st_mode)) return not_a(path, kind_text(about.st_mode), "a file");
    return single && about.st_nlink > 1 ? Status(has_second_name(path)) : Status(Done{});
  }
};

Folder::Folder(std::unique_ptr<Handle> handle, std::string path)
    : handle_(std::move(handle)), path_(std::move(path)) {}
Folder::Folder(Folder&&) noexcept = default;
Folder& Folder::operator=(Folder&&) noexcept = default;
Folder::~Folder() = default;

std::intptr_t Folder::native() const { return handle_->descriptor.number(); }

Result<Folder> Folder::open(const std::string& path) {
  const std::string given = path.empty() ? "." : path;
  Descriptor folder = open_at(AT_FDCWD, given.c_str(), O_RDONLY | O_DIRECTORY);
  if (!folder.ok()) return Access::failure(path, AT_FDCWD, given, "a folder");
  return Folder(std::make_unique<Handle>(Handle{std::move(folder)}), path);
}

Result<Folder> Folder::make(const std::string& path) {
  Result<Folder> there = open(path);
  if (there.ok() || there.error().code != ErrorCode::missing) return there;
  std::string wanted = path;
  while (wanted.size() > 1 && wanted.back() == '/') wanted.pop_back();
  for (std::size_t end = wanted.find('/', 1);; end = wanted.find('/', end + 1)) {
    const std::string part = wanted.substr(0, end);
    if (::mkdir(part.c_str(), kFolderMode) != 0 && errno != EEXIST)
      return Access::failure(part, AT_FDCWD, part, "a folder");
    if (end == std::string::npos) return open(path);
  }
}

bool Folder::is_still_there() const {
  const std::string given = path_.empty() ? "." : path_;
  struct stat ours {};
  struct stat named {};
  return ::fstat(handle_->descriptor.number(), &ours) == 0 && ::stat(given.c_str(), &named) == 0 &&
         ours.st_ino == named.st_ino && ours.st_dev == named.st_dev;
}

Result<std::unique_ptr<OpenFile>> Folder::open_file(const std::string& name) const {
  const std::string path = Access::full(*this, name);
  if (Descriptor file = Access::open_at_once(*this, name); file.ok())
    if (auto opened = OpenFile::adopt(file.release(), path); opened.ok()) return opened;
  const auto place = Access::place_of(*this, name);
  if (!place.ok()) return place.error();
  auto file = Access::open_regular(path, place.value(), O_RDONLY, false);
  if (!file.ok()) return file.error();
  return OpenFile::adopt(file.value().release(), path);
}

std::optional<EntryKind> Folder::kind(const std::string& name) const {
  const auto place = Access::place_of(*this, name);
  struct stat about {};
  if (!place.ok() ||
      ::fstatat(place.value().at, place.value().last.c_str(), &about, AT_SYMLINK_NOFOLLOW) != 0)
    return std::nullopt;
  return kind_of(about.st_mode);
}

std::optional<FileStamp> Folder::stamp(const std::string& name) const {
  struct stat about {};
  if (name.empty()) {
    if (::fstat(handle_->descriptor.number(), &about) != 0) return std::nullopt;
  } else {
    const auto place = Access::place_of(*this, name);
    if (!place.ok() ||
        ::fstatat(place.value().at, place.value().last.c_str(), &about, AT_SYMLINK_NOFOLLOW) != 0)
      return std::nullopt;
  }
  if (!S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode)) return std::nullopt;
  return FileStamp{static_cast<std::uint64_t>(about.st_size),
                   about.st_mtim.tv_sec * std::int64_t{1'000'000'000} + about.st_mtim.tv_nsec};
}

Result<std::vector<FolderEntry>> Folder::list(const std::string& below, const GoOn& go_on) const {
  // Needs its own descriptor, because reading a folder moves its position.
  const std::string path = below.empty() ? path_ : Access::full(*this, below);
  Result<Access::Place> place = below.empty()
                                    ? Access::Place{handle_->descriptor.number(), ".", Descriptor()}
                                    : Access::place_of(*this, below);
  if (!place.ok()) return place.error();
  const int at = place.value().at;
  const std::string& last = place.value().last;
  Descriptor folder = open_at(at, last.c_str(), kFolderFlags);
  if (!folder.ok()) return Access::failure(path, at, last, "a folder");
  struct Close {
    void operator()(DIR* stream) const { ::closedir(stream); }
  };
  const std::unique_ptr<DIR, Close> stream(::fdopendir(folder.number()));
  if (!stream) return Access::failure(path, at, last, "a folder");
  const int number = folder.release();  // the stream owns it now
  std::vector<FolderEntry> entries;
  while (true) {
    errno = 0;
    const dirent* const entry = ::readdir(stream.get());
    if (entry == nullptr) {
      if (errno != 0) return Access::failure(path, at, last, "a folder");
      break;
    }
    const std::string name = entry->d_name;
    if (name == "." || name == "..") continue;
    // Most file systems report the kind with the name; checking each file takes several times as
    // long.
    mode_t mode = DTTOIF(entry->d_type);
    if (entry->d_type == DT_UNKNOWN) {
      struct stat about {};
      if (::fstatat(number, name.c_str(), &about, AT_SYMLINK_NOFOLLOW) != 0) {
        if (errno == ENOENT) continue;  // removed meanwhile
        return Access::failure(join_path(path, name), number, name, "a file");
      }
      mode = about.st_mode;
    }
    entries.push_back({name, kind_of(mode)});
    if (go_on && !go_on()) return not_listed(path, entries.size());
  }
  sort_by_name(entries);
  return entries;
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

  const std::string temporary = temporary_name(place.last, static_cast<unsigned long>(::getpid()));
  const auto make = [&] {
    before_disk_step();
    return open_at(place.at, temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | kFileFlags,
                   kFileMode);
  };
  Descriptor file = make();
  if (!file.ok() && errno == EEXIST && ::unlinkat(place.at, temporary.c_str(), 0) == 0)
    file = make();
  if (!file.ok()) return Access::failure(path, place.at, place.last, "a file");
  const bool synced = durability == Durability::synced;
  const auto rename_it = [&] {
    before_disk_step();
    return ::renameat(place.at, temporary.c_str(), place.at, place.last.c_str()) == 0;
  };
  const bool written =
      write_by_steps(file.number(), bytes) && (!synced || sync_step(file.number())) && rename_it();
  if (!written) {
    const Error error = Access::failure(path, place.at, place.last, "a file");
    ::unlinkat(place.at, temporary.c_str(), 0);
    return error;
  }
  if (synced && !sync_step(place.at)) return Access::failure(path, place.at, place.last, "a file");
  return Done{};
}

Status Folder::sync(const std::string& name) const {
  const std::string path = Access::full(*this, name);
  const auto place = Access::place_of(*this, name);
  if (!place.ok()) return place.error();
  const auto file = Access::open_regular(path, place.value(), O_RDONLY, false);
  if (!file.ok()) return file.error();
  if (!sync_step(file.value().number()) || !sync_step(place.value().at))
    return Access::failure(path, place.value().at, place.value().last, "a file");
  return Done{};
}

Status Folder::append(const std::string& name, std::string_view bytes) const {
  const std::string path = Access::full(*this, name);
  const auto place = Access::place_of(*this, name);
  if (!place.ok()) return place.error();
  std::uint64_t before = 0;
  const auto opened =
      Access::open_regular(path, place.value(), O_WRONLY | O_CREAT | O_APPEND, true, &before);
  if (!opened.ok()) return opened.error();
  const int file = opened.value().number();
  if (write_by_steps(file, bytes)) return Done{};
  const Error error = Access::failure(path, place.value().at, place.value().last, "a file");
  // A full disk may cut a line: a reader must not take the part for a line.
  if (::ftruncate(file, static_cast<off_t>(before)) == 0) return error;
  return with_part_written(error);
}

Status Folder::overwrite(const std::string& name, std::uint64_t offset,
                         std::string_view bytes) const {
  const std::string path = Access::full(*this, name);
  const auto place = Access::place_of(*this, name);
  if (!place.ok()) return place.error();
  before_disk_step();
  const auto file = Access::open_regular(path, place.value(), O_WRONLY, true);
  if (!file.ok()) return file.error();
  if (!write_all_at(file.value().number(), bytes, offset))
    return Access::failure(path, place.value().at, place.value().last, "a file");
  return Done{};
}

Status Folder::cut(const std::string& name, std::uint64_t bytes) const {
  const std::string path = Access::full(*this, name);
  const auto place = Access::place_of(*this, name);
  if (!place.ok()) return place.error();
  std::uint64_t there = 0;
  const auto file = Access::open_regular(path, place.value(), O_WRONLY, true, &there);
  if (!file.ok()) return file.error();
  if (there > bytes && ::ftruncate(file.value().number(), static_cast<off_t>(bytes)) != 0)
    return Access::failure(path, place.value().at, place.value().last, "a file");
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
  if (Status may = Access::may_replace(path, source.value()); !may.ok()) return may;
  if (Status may = Access::may_replace(Access::full(*this, to), target.value()); !may.ok())
    return may;
  before_disk_step();
  if (::renameat(source.value().at, source.value().last.c_str(), target.value().at,
                 target.value().last.c_str()) != 0)
    return Access::failure(path, source.value().at, source.value().last, "a file");
  return Done{};
}

Status Folder::remove(const std::string& name) const {
  const auto place = Access::place_of(*this, name);
  if (!place.ok()) return fine_if_missing(place.error());
  before_disk_step();
  if (::unlinkat(place.value().at, place.value().last.c_str(), 0) == 0 || errno == ENOENT)
    return Done{};
  return Access::failure(Access::full(*this, name), place.value().at, place.value().last, "a file");
}
}  // namespace franz
