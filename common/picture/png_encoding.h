#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include "common/geometry/screen_map.h"

namespace franz {
// What a picture is of, where its maker knows. `lines`: strokes on a ground. With a palette, they
// are packed by runs alone (run_deflate.h), in a third of the time.
enum class PictureContent : std::uint8_t { any, lines };

// The picture as a PNG file of 8 bits: with a palette where it has at most 256 colours, which half
// as many bytes tell in half the time, else RGB. No time or other chunk that could differ between
// runs. `rgb`: red, green, blue of each pixel, row by row from the top; both sides are positive.
std::string encode_png(Size size, std::span<const std::uint8_t> rgb,
                       PictureContent content = PictureContent::any);

// Whether `png` is what encode_png() makes of these pixels, however it was packed; far cheaper than
// to encode them. False also where another program wrote it: decode_png() tells what that shows.
bool is_encoding_of(std::string_view png, Size size, std::span<const std::uint8_t> rgb);
}  // namespace franz
