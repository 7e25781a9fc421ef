#pragma once
// Digests of the parts of a screen's picture. They travel with the picture's map (Seen), so that a
// later process can tell whether a place still looks as it did in that picture.
#include <optional>
#include <string>
#include <string_view>
#include "common/desktop/screen_view.h"
#include "common/geometry/screen_map.h"

namespace franz {
inline constexpr int kTile =
    64;  // pixels: side of a tile; the last ones of a row or column are cut

// 16 bits for each tile of `pixels.area`, row by row from its top left corner, as base64: about
// 1,400 characters for 1920x1080. The unused byte of each pixel does not count.
std::string tile_digests(const ScreenPixels& pixels);

// The tiles of `area` that have a pixel of `part`, which lies in `area`.
Screen tiles_around(const Screen& part, const Screen& area);

// Whether `now`, whole tiles of `area`, differs from `tiles`: the digests of an area of the same
// size, wherever that was. Nothing: they are not the digests of an area of this size.
std::optional<bool> differs_from_tiles(const ScreenPixels& now, const Screen& area,
                                       std::string_view tiles);
}  // namespace franz
