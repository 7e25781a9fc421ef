#include "common/desktop/cursor_pixels.h"
#include <gtest/gtest.h>

namespace franz {
namespace {
using Bytes = std::vector<std::uint8_t>;

Bytes pixels(std::initializer_list<std::uint32_t> bgra) {
  Bytes bytes;
  for (const std::uint32_t each : bgra)
    for (const unsigned shift : {24U, 16U, 8U, 0U})
      bytes.push_back(static_cast<std::uint8_t>(each >> shift));
  return bytes;
}

constexpr std::uint32_t kStays = 0xFFFFFF00, kCovers = 0;

TEST(CursorPixels, KeepTheAlphaOfAnImageThatHasOne) {
  const Bytes color = pixels({0x10203080, 0x00000000});
  EXPECT_EQ(cursor_pixels({{2, 1}, color, pixels({kStays, kStays})}), color);
}

TEST(CursorPixels, AreOpaqueWhereAMaskCovers) {
  EXPECT_EQ(cursor_pixels({{2, 1}, pixels({0x10203000, 0x40506000}), pixels({kCovers, kStays})}),
            pixels({0x102030FF, 0}));
}

TEST(CursorPixels, OfBlackAndWhiteShowWhatWouldInvertAsBlack) {
  EXPECT_EQ(
      cursor_pixels(
          {{4, 1}, {}, pixels({kCovers, kCovers, kStays, kStays, 0, 0xFFFFFF00, 0, 0xFFFFFF00})}),
      pixels({0x000000FF, 0xFFFFFFFF, 0, 0x000000FF}));
}

TEST(CursorPixels, AreNothingWithoutMasks) {
  EXPECT_EQ(cursor_pixels({{2, 1}, {}, pixels({kCovers, kCovers})}), Bytes(8));
  EXPECT_EQ(cursor_pixels({{1, 1}, pixels({0x10203000}), {}}), Bytes(4));
}
}  // namespace
}  // namespace franz
