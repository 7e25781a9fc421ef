#pragma once
// Files looked at without reading them whole. Paths in UTF-8.
#include <cstdint>
#include <memory>
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

// A file that stays readable as it was opened, even when another is renamed over it.
class OpenFile {
 public:
  // Failure: names the path and the system's reason; not_a_file: something else is in its place.
  // Never waits for a FIFO.
  static Result<std::unique_ptr<OpenFile>> open(const std::string& path);
  // Takes a descriptor or HANDLE that is open for reading, and closes it in any case.
  static Result<std::unique_ptr<OpenFile>> adopt(std::intptr_t native, const std::string& path);
  ~OpenFile();
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  std::uint64_t size() const { return size_; }  // when it was opened

  // Up to `max_bytes` from `offset` on; shorter only at the end of the file.
  // Failure: as above.
  Result<std::string> read(std::uint64_t offset, std::size_t max_bytes) const;
  // The same into `size` bytes at `into`; returns how many there were.
  Result<std::size_t> read_into(char* into, std::uint64_t offset, std::size_t size) const;

 private:
  struct Handle;
  OpenFile(std::unique_ptr<Handle> handle, std::string path, std::uint64_t size);
  std::unique_ptr<Handle> handle_;
  std::string path_;
  std::uint64_t size_ = 0;
};
}  // namespace franz
