#include "proxy/demo_vlm/picture.h"
#include <gtest/gtest.h>
#include "tests/proxy/demo_vlm/test_pictures.h"

namespace franz::demo_vlm {
TEST(Picture, IsDecodedFromPng) {
  Picture picture = black(7, 5);
  paint(picture, 6, 4, 1, 2, 3);
  const auto decoded = decode_png(png_of(picture));
  ASSERT_TRUE(decoded.ok()) << decoded.error().message;
  EXPECT_EQ(decoded.value().width, 7);
  EXPECT_EQ(decoded.value().height, 5);
  EXPECT_EQ(decoded.value().rgb, picture.rgb);
}

TEST(Picture, SaysWhyItCannotBeDecoded) {
  const std::string png = png_of(black(40, 40));
  const struct {
    std::string bytes, error;
  } rows[] = {
      {"", "is not a PNG"},
      {"GIF89a", "is not a PNG"},
      {png.substr(0, 20), "is not a PNG"},
      {png_header(8193, 1), "has 8193x1 pixels, more than are looked at"},
      {png_header(8000, 8000), "has 8000x8000 pixels, more than are looked at"},
      {png_header(40, 40) + png_chunk("IEND", ""), "is damaged (no IDAT)"},
      {png_header(40, 40) + png_chunk("IDAT", "rubbish") + png_chunk("IEND", ""),
       "is damaged (bad zlib header)"},
  };
  for (const auto& row : rows) {
    const auto decoded = decode_png(row.bytes);
    ASSERT_FALSE(decoded.ok()) << row.error;
    EXPECT_EQ(decoded.error().message, row.error);
  }
}

// Sizes and no scan: nothing else of this process's memory may be its pixels.
TEST(Picture, OfAJpegWithoutScansHasNoOldMemory) {
  const std::string jpeg(
      "\xff\xd8\xff\xc0\0\x11\x08\0\x40\0\x40\x03\x01\x11\0\x02\x11\0\x03\x11\0\xff\xd9", 23);
  for (int i = 0; i < 2; ++i) {
    std::vector<std::vector<unsigned char>> used;
    for (int k = 0; k < 50; ++k)
      used.emplace_back(64UL * 64 + 15, static_cast<unsigned char>(k + 7));
    used.clear();
    const auto decoded = decode_png_or_jpeg(jpeg);
    ASSERT_TRUE(decoded.ok()) << decoded.error().message;
    const std::vector<unsigned char>& rgb = decoded.value().rgb;
    ASSERT_EQ(rgb.size(), 64UL * 64 * 3);
    for (std::size_t at = 3; at < rgb.size(); ++at) ASSERT_EQ(rgb[at], rgb[at - 3]) << at;
  }
}

// The reason of an earlier failure is not that of this one.
TEST(Picture, IsRefusedWhereTheLibraryGivesNoReason) {
  const std::string kind_of_block_3("\x78\x01\x07\0\0", 5);
  const std::string png =
      png_header(40, 40) + png_chunk("IDAT", kind_of_block_3) + png_chunk("IEND", "");
  EXPECT_EQ(decode_png(png_header(40, 40) + png_chunk("IEND", "")).error().message,
            "is damaged (no IDAT)");
  EXPECT_EQ(decode_png(png).error().message, "is damaged");
}

TEST(Picture, ShowsHowMuchInkThereIsAndWhere) {
  Picture picture = black(101, 101);
  EXPECT_EQ(look_at_ink(picture).share, 0);
  for (int y = 20; y < 40; ++y) {
    for (int x = 10; x < 30; ++x) paint(picture, x, y, 255, 255, 255);
  }
  const InkSeen seen = look_at_ink(picture);
  EXPECT_NEAR(seen.share, 400.0 / 10201, 1e-9);
  EXPECT_EQ(seen.left, 100);
  EXPECT_EQ(seen.right, 290);
  EXPECT_EQ(seen.top, 200);
  EXPECT_EQ(seen.bottom, 390);
  EXPECT_FALSE(seen.marks);
}

TEST(Picture, TakesNeitherMarksNorTheBadgeForInk) {
  Picture picture = black(512, 288);
  draw_line(picture, {100, 100}, {500, 500}, true);
  draw_line(picture, {400, 970}, {600, 970});
  const InkSeen seen = look_at_ink(picture);
  EXPECT_EQ(seen.share, 0);
  EXPECT_TRUE(seen.marks);
}

TEST(Picture, ShowsWhetherACallsInkIsThere) {
  const PlannedCall line{PlannedCall::Kind::drag, {100, 100}, {600, 400}, {}};
  const PlannedCall dot{PlannedCall::Kind::left_click, {800, 200}, {800, 200}, {}};
  const PlannedCall text{PlannedCall::Kind::type, {700, 700}, {700, 700}, "franz"};
  Picture picture = black(512, 288);
  for (const auto& call : {line, dot, text}) {
    EXPECT_EQ(look_for(picture, call), Sight::missing) << to_text(call);
    draw_call(picture, call);
    EXPECT_EQ(look_for(picture, call), Sight::there) << to_text(call);
  }
  const PlannedCall longer{PlannedCall::Kind::drag, {100, 100}, {1000, 640}, {}};
  EXPECT_EQ(look_for(picture, longer), Sight::missing) << "little more than half of it";
  Picture marked = black(512, 288);
  draw_line(marked, {90, 94}, {610, 406}, true);
  EXPECT_EQ(look_for(marked, line), Sight::hidden);
}

TEST(Picture, FindsInkAtOtherSizes) {
  const PlannedCall line{PlannedCall::Kind::drag, {100, 100}, {600, 400}, {}};
  for (const auto& [width, height] : {std::pair{96, 54}, {256, 144}, {1920, 1080}}) {
    Picture picture = black(width, height);
    EXPECT_EQ(look_for(picture, line), Sight::missing) << width;
    draw_call(picture, line);
    EXPECT_EQ(look_for(picture, line), Sight::there) << width;
  }
}

TEST(Picture, IsSurelyWithoutALineOnlyWhereNothingLiesOverIt) {
  const PlannedCall line{PlannedCall::Kind::drag, {100, 100}, {600, 400}, {}};
  const PlannedCall dot{PlannedCall::Kind::left_click, {800, 200}, {800, 200}, {}};
  const Picture empty = black(512, 288);
  for (const auto& call : {line, dot}) {
    EXPECT_TRUE(is_dark_along(empty, call, {})) << to_text(call);
    for (const bool marked : {false, true}) {
      Picture picture = black(512, 288);
      draw_line(picture, call.from, call.to, marked);
      EXPECT_FALSE(is_dark_along(picture, call, {})) << to_text(call) << marked;
    }
  }
  EXPECT_FALSE(is_dark_along(empty, {PlannedCall::Kind::type, {9, 9}, {9, 9}, "franz"}, {}));
  Picture grid = black(512, 288);
  for (int x = 0; x < grid.width; x += 50)
    for (int y = 0; y < grid.height; ++y) paint(grid, x, y, 8, 65, 75);
  EXPECT_TRUE(is_dark_along(grid, line, {}))
      << "lines of a grid that cross it hide next to nothing";

  EXPECT_FALSE(find_inset(grid));
  Picture inset = grid;
  for (int x = 360; x <= 500; ++x)
    for (const int y : {20, 100}) paint(inset, x, y, 0x14, 0xAE, 0xC8);
  const std::optional<PixelBox> panel = find_inset(inset);
  ASSERT_TRUE(panel);
  EXPECT_EQ(panel->left, 360);
  EXPECT_EQ(panel->top, 20);
  EXPECT_EQ(panel->right(), 500);
  EXPECT_EQ(panel->bottom(), 100);
  EXPECT_FALSE(is_dark_along(inset, dot, panel)) << "it lies under the inset";
  EXPECT_TRUE(is_dark_along(inset, line, panel));
}
}  // namespace franz::demo_vlm
