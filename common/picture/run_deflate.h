#pragma once
#include <cstdint>
#include <span>
#include <string>

namespace franz {
// Appends `bytes` to `out` as a zlib stream (RFC 1950) in which nothing is repeated but runs: bytes
// that are as the one before them. For pictures that hardly repeat anything else. Of lines, that
// gives about as many bytes as libdeflate's level 2 (a sixth more of a few lines, a hundredth more
// of many; of text a third more) in a sixth to a third of its time; of photos behind PNG's filters,
// a fiftieth to an eighth fewer than its level 3 in a fifth of its time.
void append_runs_deflated(std::string& out, std::span<const std::uint8_t> bytes);
}  // namespace franz
