#pragma once
// What answers a question for a file of the run folder: its bytes, in pieces that are read as they
// are sent, or why there are none.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include "common/base/result.h"
#include "proxy/dashboard/http_api.h"

namespace franz::proxy {
struct FileAnswer {
  // Up to `most` bytes from `offset` on. May wait for the disk.
  using Read = std::function<Result<std::string>(std::uint64_t offset, std::size_t most)>;
  Read read;  // empty: `answer` is all
  std::uint64_t size = 0;
  ApiAnswer answer;
};

// A request from which pictures were cut is answered as it was sent: its record says which; 409
// where the record or one of the pictures is missing, or is another one.
FileAnswer answer_with_file(const std::string& run_folder, const ApiFile& file);
}  // namespace franz::proxy
