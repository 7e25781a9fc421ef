#pragma once
// The size and format of the window picture that a client gets.
#include <cstddef>
#include <optional>
#include <string>
#include "common/geometry/screen_map.h"

namespace franz::mcp {
// Clients refuse tool results above a megabyte, counted in base64.
inline constexpr std::size_t kMaxSentPicture = 1'000'000;
inline constexpr int kMaxSide = 1568;  // pixels; most models scale larger pictures down
inline constexpr int kLeastPictureSide = 16;

// Longer side of an enlarged picture, pixels: vision models cut a picture into patches of 14 to 32
// pixels a side, and a letter of a small dialog would be smaller than a patch.
inline constexpr int kMaxEnlargedSide = 800;

// A size in the window's shape, no side over `max_side`. A small window is enlarged by the largest
// whole number with which no side is over kMaxEnlargedSide, so that each pixel becomes a square. A
// large window is scaled down. Others keep their size.
Size picture_size(Size window, int max_side = kMaxSide);

inline constexpr int kJpegQuality = 85;  // of 100: letters stay sharp; 95 needs twice the bytes
// Converts a picture to JPEG; both are base64. Nothing: `png` cannot be decoded.
std::optional<std::string> as_jpeg(const std::string& png);

// The longer side to ask for next if a picture of size `asked` has `bytes`, more than
// kMaxSentPicture; 0: it cannot be smaller.
int smaller_side(Size asked, std::size_t bytes);
}  // namespace franz::mcp
