#pragma once
// How large the picture of a window is that a client is sent.
#include <cstddef>
#include "common/geometry/screen_map.h"

namespace franz::mcp {
// Clients refuse tool results of more than a megabyte, as they are sent: in base64.
inline constexpr std::size_t kMaxSentPicture = 1'000'000;
inline constexpr int kMaxSide = 1568;  // pixels; larger ones are made smaller by most models anyway
inline constexpr int kLeastPictureSide = 16;

// Not larger than the window, in its shape, no side over `max_side`.
Size picture_size(Size window, int max_side = kMaxSide);

// The longer side to ask for next when one of `asked` came to `bytes`, more than kMaxSentPicture;
// 0: it cannot be smaller.
int smaller_side(Size asked, std::size_t bytes);
}  // namespace franz::mcp
