#pragma once
#include <cstddef>
#include <string>

namespace franz {
// What a turn of the loop costs with nothing in it: two children that copy their input (cat), the
// files of a record, and a request on a kept connection. `turns` turns against the model's server
// at `url`, files in `folder`, pictures of so many bytes. Exit code: 0, or 1 with the reason on
// standard error.
int run_floor(const std::string& url, int turns, const std::string& folder,
              std::size_t picture_bytes);
}  // namespace franz
