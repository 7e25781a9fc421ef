#include "common/desktop/screen_tiles.h"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include "common/base/base64.h"

namespace franz {
static int tiles_along(int side) { return (side + kTile - 1) / kTile; }

static std::uint64_t pixel_at(const ScreenPixels& pixels, std::size_t index) {
  const std::uint8_t* const at = &pixels.bgrx[index * kPixelBytes];
  return static_cast<std::uint64_t>(at[0]) | static_cast<std::uint64_t>(at[1]) << 8U |
         static_cast<std::uint64_t>(at[2]) << 16U;
}

// FNV-1a over pairs of pixels, folded to 16 bits. A collision gains an attacker nothing: the
// digests only decide what a page shows.
static std::uint16_t digest_of(const ScreenPixels& pixels, const Screen& tile) {
  constexpr std::uint64_t kBasis = 14695981039346656037ULL, kPrime = 1099511628211ULL;
  std::uint64_t hash = kBasis;
  for (int y = 0; y < tile.height; ++y) {
    const auto row = static_cast<std::size_t>(tile.origin_y - pixels.area.origin_y + y) *
                     static_cast<std::size_t>(pixels.area.width);
    const auto first = row + static_cast<std::size_t>(tile.origin_x - pixels.area.origin_x);
    const std::size_t end = first + static_cast<std::size_t>(tile.width);
    for (std::size_t i = first; i < end; i += 2) {
      const std::uint64_t second = i + 1 < end ? pixel_at(pixels, i + 1) : 0;
      hash = (hash ^ (pixel_at(pixels, i) | second << 32U)) * kPrime;
    }
  }
  hash ^= hash >> 32U;
  return static_cast<std::uint16_t>(hash ^ (hash >> 16U));
}

static Screen tile_at(int column, int row, const Screen& area) {
  const int x = column * kTile, y = row * kTile;
  return {area.origin_x + x, area.origin_y + y, std::min(kTile, area.width - x),
          std::min(kTile, area.height - y)};
}

std::string tile_digests(const ScreenPixels& pixels) {
  std::string bytes;
  for (int row = 0; row < tiles_along(pixels.area.height); ++row)
    for (int column = 0; column < tiles_along(pixels.area.width); ++column) {
      const std::uint16_t digest = digest_of(pixels, tile_at(column, row, pixels.area));
      bytes += static_cast<char>(digest >> 8U);
      bytes += static_cast<char>(digest & 0xFFU);
    }
  return base64_encode(bytes);
}

Screen tiles_around(const Screen& part, const Screen& area) {
  const auto begin = [](int at) { return at / kTile * kTile; };
  const auto end = [](int at, int side) {
    return std::min(side, (at + kTile - 1) / kTile * kTile);
  };
  const int left = begin(part.origin_x - area.origin_x), top = begin(part.origin_y - area.origin_y);
  return {area.origin_x + left, area.origin_y + top,
          end(part.origin_x - area.origin_x + part.width, area.width) - left,
          end(part.origin_y - area.origin_y + part.height, area.height) - top};
}

std::optional<bool> differs_from_tiles(const ScreenPixels& now, const Screen& area,
                                       std::string_view tiles) {
  const int columns = tiles_along(area.width), rows = tiles_along(area.height);
  const Result<std::string> bytes = base64_decode(tiles);
  const auto count = static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
  if (!bytes.ok() || bytes.value().size() != 2 * count) return std::nullopt;
  const int left = now.area.origin_x - area.origin_x, top = now.area.origin_y - area.origin_y;
  for (int row = top / kTile; row < tiles_along(top + now.area.height); ++row)
    for (int column = left / kTile; column < tiles_along(left + now.area.width); ++column) {
      const std::uint16_t digest = digest_of(now, tile_at(column, row, area));
      const std::size_t at =
          2 * (static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
               static_cast<std::size_t>(column));
      const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(bytes.value()[i]); };
      if (byte(at) != digest >> 8U || byte(at + 1) != (digest & 0xFFU)) return true;
    }
  return false;
}
}  // namespace franz
