#pragma once
#include <cstddef>
#include <string>

namespace franz {
// The cost of an empty turn of the loop: two children that copy their input (cat), the files of a
// record, and a request on a kept connection. It makes `turns` turns with the model server at
// `url`, with files in `folder` and pictures of that many bytes. Exit code: 0, or 1 with the reason
// on standard error.
int run_floor(const std::string& url, int turns, const std::string& folder,
              std::size_t picture_bytes);
}  // namespace franz
