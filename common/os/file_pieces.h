#pragma once
// Files looked at without reading them whole. Paths in UTF-8.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include "common/base/result.h"

namespace franz {
// What changes when a file is written or replaced, or a name in a folder comes or goes.
struct FileStamp {
  std::uint64_t bytes = 0;
  std::int64_t changed_ns =
      0;  // the system's time of the last change; finer than a file is written
  bool operator==(const FileStamp&) const = default;
};

// Of a file or a folder; nothing: it is not there, or nobody may look.
std::optional<FileStamp> file_stamp(const std::string& path);

// The sizes of all files below a folder; those that vanish meanwhile do not count.
std::uint64_t bytes_below(const std::string& folder);

// A file that stays readable as it was opened, even when another is renamed over it.
class OpenFile {
 public:
  // Failure: names the path and the system's reason.
  static Result<std::unique_ptr<OpenFile>> open(const std::string& path);
  ~OpenFile();
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  std::uint64_t size() const { return size_; }  // when it was opened

  // Up to `max_bytes` from `offset` on; shorter only at the end of the file.
  // Failure: as above.
  Result<std::string> read(std::uint64_t offset, std::size_t max_bytes) const;

 private:
  struct Handle;
  OpenFile(std::unique_ptr<Handle> handle, std::string path, std::uint64_t size);
  std::unique_ptr<Handle> handle_;
  std::string path_;
  std::uint64_t size_ = 0;
};
}  // namespace franz
