#pragma once
// A file of a run that is written piece by piece, under a temporary name until it is whole.
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include "common/base/result.h"
#include "common/base/sha256.h"
#include "common/os/folder.h"

namespace franz {
// As Folder::replace, but that a folder on the way to it may be missing: not made yet, or removed
// while we ran.
Status replace_run_file(const Folder& folder, const std::string& name, std::string_view bytes,
                        Durability durability);

class GrowingFile {
 public:
  // `temporary`: its name until then, one that is_leftover(); an earlier program's is removed.
  explicit GrowingFile(std::string temporary) : temporary_(std::move(temporary)) {}

  // A short file stays in memory until it is whole, if it may (`hold`). Nothing is taken where it
  // fails. Nothing more is taken of one that is broken.
  Status add(const Folder& folder, std::string_view bytes, bool hold = true);

  // It is whole and has this name from now on; or is broken. May be tried again.
  Status name(const Folder& folder, const std::string& name, Durability durability);

  // Bytes of it are lost: it will be no file.
  void break_off();
  // It was broken off, or somebody removed what was written of it.
  bool is_broken() const { return broken_; }
  Status remove(const Folder& folder) const { return folder.remove(temporary_); }

  std::uint64_t size() const { return written_ + buffer_.size(); }  // bytes
  std::size_t held() const { return buffer_.size(); }               // bytes of it in memory
  std::string digest() const;                                       // SHA-256, 64 digits

 private:
  Status flush(const Folder& folder);
  Status put(const Folder& folder, std::string_view bytes);

  std::string temporary_;
  Sha256 digest_;
  std::string buffer_;         // not written yet
  std::uint64_t written_ = 0;  // bytes
  bool broken_ = false;
};
}  // namespace franz
