#pragma once
// One folder, held by its handle. Everything in it is opened relative to that handle, so that
// prepared contents cannot lead a reader or a writer out of the folder: no link (on Windows: no
// reparse point) is followed in any part of a name, and only regular files are opened. No operation
// waits for a FIFO or a device that has a file's name.
//
// Names are relative, in UTF-8, with '/' between parts: "exchange/000/0007-1.request". An empty
// part, "." and ".." are refused. All failures name the folder's path and the name.
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/os/file_pieces.h"
#include "common/os/files.h"

namespace franz {
enum class EntryKind {
  file,    // a regular file
  folder,  // a real folder, not a link to one
  link,    // a symbolic link or another reparse point, with any target
  other,   // FIFO, socket, device
};

struct FolderEntry {
  std::string name;  // the last part
  EntryKind kind = EntryKind::other;
};

class Folder {
 public:
  // `path` comes from the operator: links in it are followed. Failure: missing, or not a folder.
  static Result<Folder> open(const std::string& path);

  // Opens the folder; creates it and its parents if they are missing. A new folder is accessible
  // only to its owner (POSIX mode 0700).
  static Result<Folder> make(const std::string& path);

  Folder(Folder&&) noexcept;
  Folder& operator=(Folder&&) noexcept;
  ~Folder();

  const std::string& path() const { return path_; }  // as given, for messages

  // False: it was moved or removed, and another may have its name.
  bool is_still_there() const;

  // ---- Reading. ErrorCode::missing: no such name. ErrorCode::not_a_file: the name belongs to a
  // link, FIFO, device or folder, or a folder on the way is a link or a file. ErrorCode::too_large:
  // over `max_bytes`, detected before reading; a file that grows meanwhile also fails, and never
  // takes more memory than that.
  Result<std::string> read(const std::string& name, std::uint64_t max_bytes) const;
  // For files that are too long to read whole. No size limit: a sparse file reports any length.
  Result<std::unique_ptr<OpenFile>> open_file(const std::string& name) const;

  // Nothing: no such name, or no real folder on the way to it.
  std::optional<EntryKind> kind(const std::string& name) const;
  bool has_file(const std::string& name) const { return kind(name) == EntryKind::file; }
  // For a file or folder in it; "" is the folder itself. Nothing: missing, or neither of the two.
  std::optional<FileStamp> stamp(const std::string& name) const;

  // The entries of it, or of a folder in it, sorted by name. `go_on` is called after each entry and
  // ends the listing by returning false. Failure: as read(); a missing folder; too_large: `go_on`
  // ended the listing.
  using GoOn = std::function<bool()>;
  Result<std::vector<FolderEntry>> list(const std::string& below = "",
                                        const GoOn& go_on = {}) const;

  // ---- Writing. New files and folders are accessible only to their owner (POSIX modes 0600 and
  // 0700). A name of anything but a regular file is refused (not_a_file), never written through.
  // append() and overwrite() also refuse a file that has a second name (a hard link).

  // Whether append() and overwrite() would accept that name: our own file, or a free name.
  Status may_write(const std::string& name) const;

  // As franz::replace_file.
  Status replace(const std::string& name, std::string_view bytes, Durability durability) const;
  // Makes data from replace(…, buffered) durable. May run on any thread.
  Status sync(const std::string& name) const;
  Status append(const std::string& name, std::string_view bytes) const;  // as append_file
  // Writes `bytes` at `offset` in place; the file must be at least `offset` long. On failure a part
  // may have been written.
  Status overwrite(const std::string& name, std::uint64_t offset, std::string_view bytes) const;
  // Truncates a file to its first `bytes` bytes; a shorter file is unchanged.
  Status cut(const std::string& name, std::uint64_t bytes) const;
  // Creates a folder and its parents within this folder. An existing folder is not a failure.
  Status make_folder(const std::string& name) const;
  // Renames a regular file and replaces an existing `to`.
  Status rename(const std::string& from, const std::string& to) const;
  // Removes a file, a link or another special file, never its target; a missing one is not a
  // failure.
  Status remove(const std::string& name) const;

  // The descriptor or HANDLE, for the platform files of common/os.
  std::intptr_t native() const;

 private:
  struct Handle;
  struct Access;
  Folder(std::unique_ptr<Handle> handle, std::string path);
  std::unique_ptr<Handle> handle_;
  std::string path_;
};
}  // namespace franz
