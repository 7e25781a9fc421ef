#pragma once
// The answer to a request for a file of the run folder: its bytes, read piece by piece while they
// are sent, or why there are none.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include "common/base/result.h"
#include "proxy/dashboard/http_api.h"

namespace franz::proxy {
struct FileAnswer {
  // Reads up to `most` bytes from `offset` on. May block on the disk.
  using Read = std::function<Result<std::string>(std::uint64_t offset, std::size_t most)>;
  Read read;  // empty: `answer` is complete
  std::uint64_t size = 0;
  ApiAnswer answer;
};

// A request body from which pictures were cut is restored as it was sent, with the files that its
// record lists. 409 if the record or one of the pictures is missing or differs.
FileAnswer answer_with_file(const std::string& run_folder, const ApiFile& file);
}  // namespace franz::proxy
