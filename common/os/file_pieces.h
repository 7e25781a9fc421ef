#pragma once
// Reads parts of files without loading them whole. Paths are in UTF-8.
#include <cstdint>
#include <memory>
#include <string>
#include "common/base/result.h"

namespace franz {
// Values that change when a file is written or replaced, or when a folder gains or loses a name.
struct FileStamp {
  std::uint64_t bytes = 0;
  std::int64_t changed_ns =
      0;  // the system's time of the last change; finer than a file is written
  bool operator==(const FileStamp&) const = default;
};

// A file that stays readable as opened, even if another file is renamed over it.
class OpenFile {
 public:
  // Failure: names the path and the system's reason; not_a_file: not a regular file. Never waits
  // for a FIFO.
  static Result<std::unique_ptr<OpenFile>> open(const std::string& path);
  // Takes a descriptor or HANDLE that is open for reading, and closes it even on failure.
  static Result<std::unique_ptr<OpenFile>> adopt(std::intptr_t native, const std::string& path);
  ~OpenFile();
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  std::uint64_t size() const { return size_; }  // when it was opened

  // Up to `max_bytes` starting at `offset`; shorter only at the end of the file. Failure: as above.
  Result<std::string> read(std::uint64_t offset, std::size_t max_bytes) const;
  // Reads up to `size` bytes into `into`; returns the number read.
  Result<std::size_t> read_into(char* into, std::uint64_t offset, std::size_t size) const;

 private:
  struct Handle;
  OpenFile(std::unique_ptr<Handle> handle, std::string path, std::uint64_t size);
  std::unique_ptr<Handle> handle_;
  std::string path_;
  std::uint64_t size_ = 0;
};
}  // namespace franz
