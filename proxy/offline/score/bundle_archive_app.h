#pragma once
// A bundle as one file: a tar archive, compressed by Zstandard. Its author is not trusted.
#include <cstdint>
#include <stop_token>
#include <string>
#include "common/base/result.h"

namespace franz::proxy {
inline constexpr const char* kArchiveEnd = ".tar.zst";

struct ArchiveLimits {
  std::uint64_t bytes = 16ULL << 30U;  // of all files together
  std::uint64_t files = 1'000'000;     // and folders
  // Of the expanded bytes to the archive's, from this many expanded bytes on.
  std::uint64_t ratio = 1000, ratio_from = 64ULL << 20U;
};

// Writes the folder's regular files to a new archive, below a folder with its name. Links and
// special files are left out: a bundle has none. Failure: the disk's message; no archive remains.
Status pack_bundle(const std::string& folder, const std::string& archive,
                   const std::stop_token& stop = {});

// Unpacks into `folder`, which must be new, and returns the path of the bundle in it. Only regular
// files and folders with relative names without ".." are accepted. Failure: what is wrong, or which
// limit is exceeded; the folder may have a part.
Result<std::string> unpack_bundle(const std::string& archive, const std::string& folder,
                                  const ArchiveLimits& limits = {},
                                  const std::stop_token& stop = {});
}  // namespace franz::proxy
