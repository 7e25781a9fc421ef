#pragma once
// The canvas file's bytes. Unlike common/os/files it writes a part of a file in place: the redo
// rule (sandbox_state.h) makes a torn write harmless.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"

namespace franz::capturer {
// The whole file. Failure: the system's reason, or that it is longer than a canvas can be.
Result<std::vector<std::uint8_t>> read_canvas_file(const std::string& path);

// Writes `bytes` at `offset` of a file that is at least so long. Failure: the system's reason; a
// part may have been written.
Status overwrite_canvas_file(const std::string& path, std::size_t offset, std::string_view bytes);
}  // namespace franz::capturer
