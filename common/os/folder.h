#pragma once
// One folder, held by its handle. Everything in it is opened relative to that handle, so that
// whoever prepared the folder's contents cannot lead a reader or a writer out of it: no link (on
// Windows: no reparse point) is followed in any part of a name, and only regular files are opened.
// Nothing ever waits for a FIFO or a device that lies in a file's place.
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
  folder,  // a real folder, no link to one
  link,    // a symbolic link or another reparse point, whatever it points to
  other,   // FIFO, socket, device
};

struct FolderEntry {
  std::string name;  // its last part
  EntryKind kind = EntryKind::other;
};

class Folder {
 public:
  // `path` is the operator's own word: links in it are followed. Failure: missing, or no folder.
  static Result<Folder> open(const std::string& path);

  // Makes the folder, and its parents, where they are missing, then opens it. A new folder is its
  // owner's alone (POSIX mode 0700).
  static Result<Folder> make(const std::string& path);

  Folder(Folder&&) noexcept;
  Folder& operator=(Folder&&) noexcept;
  ~Folder();

  const std::string& path() const { return path_; }  // as it was given, for messages

  // False: it was moved or removed since, and another may be in its place.
  bool is_still_there() const;

  // ---- Reading. ErrorCode::missing: there is no such name. ErrorCode::not_a_file: a link, FIFO,
  // device or folder is in the file's place, or a link or file in that of a folder on the way.
  // ErrorCode::too_large: over `max_bytes`, found before a byte is read; a file that grows
  // meanwhile fails likewise, and never takes more memory than that.
  Result<std::string> read(const std::string& name, std::uint64_t max_bytes) const;
  // For files that are too long to be read whole. No limit: a sparse file is as long as it says.
  Result<std::unique_ptr<OpenFile>> open_file(const std::string& name) const;

  // Nothing: there is no such name, or no real folder on the way to it.
  std::optional<EntryKind> kind(const std::string& name) const;
  bool has_file(const std::string& name) const { return kind(name) == EntryKind::file; }
  // Of a file or folder in it; "" is the folder itself. Nothing: missing, or neither of both.
  std::optional<FileStamp> stamp(const std::string& name) const;

  // What is in it, or in a folder of it, sorted by name. `go_on` is asked after each entry, and
  // ends the listing by false. Failure: as read(); a missing folder too; too_large: it was ended
  // so.
  using GoOn = std::function<bool()>;
  Result<std::vector<FolderEntry>> list(const std::string& below = "",
                                        const GoOn& go_on = {}) const;

  // ---- Writing. New files are their owner's alone (POSIX mode 0600), new folders likewise (0700).
  // A name that is taken by anything but a regular file is refused (not_a_file), never written
  // through; append() and overwrite() also refuse a file that has a second name (a hard link).

  // Whether append() and overwrite() would take that name: a file of ours, or nothing yet.
  Status may_write(const std::string& name) const;

  // As franz::replace_file.
  Status replace(const std::string& name, std::string_view bytes, Durability durability) const;
  // Makes what replace(…, buffered) wrote durable. May run on any thread.
  Status sync(const std::string& name) const;
  Status append(const std::string& name, std::string_view bytes) const;  // as append_file
  // Writes `bytes` at `offset` of a file that is at least so long, in place; a part may have been
  // written on failure.
  Status overwrite(const std::string& name, std::uint64_t offset, std::string_view bytes) const;
  // Cuts a file off behind its first `bytes` bytes; one that is no longer stays as it is.
  Status cut(const std::string& name, std::uint64_t bytes) const;
  // Makes a folder and those on the way to it. One that is there already is no failure.
  Status make_folder(const std::string& name) const;
  // Of a regular file; one that is there as `to` is replaced.
  Status rename(const std::string& from, const std::string& to) const;
  // Removes a file, a link or another special file, never what it points to; a missing one is no
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
