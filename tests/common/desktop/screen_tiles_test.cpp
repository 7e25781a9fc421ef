#include "common/desktop/screen_tiles.h"
#include <gtest/gtest.h>

namespace franz {
namespace {
// A screen with another colour in each pixel; `unused`: the byte without a meaning.
ScreenPixels pattern(const Screen& area, std::uint8_t unused = 0) {
  ScreenPixels pixels{area, {}};
  for (int y = 0; y < area.height; ++y)
    for (int x = 0; x < area.width; ++x)
      for (const int value : {x, y, x * y, static_cast<int>(unused)})
        pixels.bgrx.push_back(static_cast<std::uint8_t>(value & 0xFF));
  return pixels;
}

ScreenPixels part_of(const ScreenPixels& whole, const Screen& part) {
  ScreenPixels cut{part, {}};
  for (int y = 0; y < part.height; ++y)
    for (int x = 0; x < part.width; ++x)
      for (std::size_t i = 0; i < kPixelBytes; ++i)
        cut.bgrx.push_back(
            whole.bgrx[(static_cast<std::size_t>(part.origin_y - whole.area.origin_y + y) *
                            static_cast<std::size_t>(whole.area.width) +
                        static_cast<std::size_t>(part.origin_x - whole.area.origin_x + x)) *
                           kPixelBytes +
                       i]);
  return cut;
}
}  // namespace

TEST(ScreenTiles, AreThoseThatAPartTouches) {
  const Screen area{-100, 50, 200, 100};
  const struct {
    Screen part, tiles;
  } rows[] = {{{-100, 50, 1, 1}, {-100, 50, 64, 64}},
              {{-37, 113, 1, 1}, {-100, 50, 64, 64}},
              {{-37, 113, 2, 2}, {-100, 50, 128, 100}},
              {{99, 149, 1, 1}, {92, 114, 8, 36}},
              {{-100, 50, 200, 100}, {-100, 50, 200, 100}}};
  for (const auto& [part, tiles] : rows)
    EXPECT_EQ(tiles_around(part, area), tiles) << part.origin_x << "," << part.origin_y;
}

TEST(ScreenTiles, FindAChangeInTheirOwnTilesOnly) {
  const Screen area{10, 20, 150, 100};
  const ScreenPixels before = pattern(area);
  const std::string tiles = tile_digests(before);
  EXPECT_EQ(tiles.size(), 16U);  // 3 x 2 tiles of two bytes, in base64
  // Another byte without a meaning is no change.
  EXPECT_EQ(differs_from_tiles(pattern(area, 255), area, tiles), false);
  // The window was moved; it looks as it did.
  const Screen moved{300, 0, 150, 100};
  EXPECT_EQ(differs_from_tiles(pattern(moved), moved, tiles), false);

  ScreenPixels after = before;
  after.bgrx[(std::size_t{99} * 150 + 149) * kPixelBytes] ^= 1;  // the last pixel
  EXPECT_EQ(differs_from_tiles(after, area, tiles), true);
  EXPECT_EQ(differs_from_tiles(part_of(after, {138, 84, 22, 36}), area, tiles), true);
  EXPECT_EQ(differs_from_tiles(part_of(after, {10, 20, 128, 100}), area, tiles), false);
}

TEST(ScreenTiles, OfAnotherSizeOrFormSayNothing) {
  const Screen area{0, 0, 150, 100}, narrower{0, 0, 128, 100};
  const std::string tiles = tile_digests(pattern(area));
  EXPECT_EQ(differs_from_tiles(pattern(narrower), narrower, tiles), std::nullopt);
  EXPECT_EQ(differs_from_tiles(pattern(area), area, "no base64"), std::nullopt);
  EXPECT_EQ(differs_from_tiles(pattern(area), area, ""), std::nullopt);
}
}  // namespace franz
