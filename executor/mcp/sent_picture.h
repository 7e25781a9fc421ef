#pragma once
// How large the picture of a window is that a client is sent, and in which format.
#include <cstddef>
#include <optional>
#include <string>
#include "common/geometry/screen_map.h"

namespace franz::mcp {
// Clients refuse tool results of more than a megabyte, as they are sent: in base64.
inline constexpr std::size_t kMaxSentPicture = 1'000'000;
inline constexpr int kMaxSide = 1568;  // pixels; larger ones are made smaller by most models anyway
inline constexpr int kLeastPictureSide = 16;

// Of an enlarged picture's longer side, pixels: vision models cut a picture into patches of 14 to
// 32 pixels a side, of which the letters of a small dialog would have less than one.
inline constexpr int kMaxEnlargedSide = 800;

// In the window's shape, no side over `max_side`: a small window enlarged by the largest whole
// number with which no side is over kMaxEnlargedSide, so that each of its pixels is a square; a
// large one made smaller; else as large as the window.
Size picture_size(Size window, int max_side = kMaxSide);

inline constexpr int kJpegQuality = 85;  // of 100: letters stay sharp; 95 has twice the bytes
// The picture as a JPEG file; both are base64. Nothing: `png` cannot be decoded.
std::optional<std::string> as_jpeg(const std::string& png);

// The longer side to ask for next when one of `asked` came to `bytes`, more than kMaxSentPicture;
// 0: it cannot be smaller.
int smaller_side(Size asked, std::size_t bytes);
}  // namespace franz::mcp
