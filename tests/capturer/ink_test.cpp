#include "capturer/sandbox/ink.h"
#include <gtest/gtest.h>
#include <string>
#include "tests/capturer/render_sandbox.h"

namespace franz::capturer {
namespace {
void draw(Canvas& canvas, const std::vector<std::string>& calls) {
  draw_ink(canvas, trace_actions(actions_of(calls), {}, {}, canvas.size()).actions);
}

std::string rows_of(const Canvas& canvas, Point corner, Size size) {
  std::string text;
  for (int y = corner.y; y < corner.y + size.height; ++y) {
    for (int x = corner.x; x < corner.x + size.width; ++x)
      text += canvas.is_white({x, y}) ? '#' : '.';
    text += '\n';
  }
  return text;
}

int white_pixels(const Canvas& canvas) {
  int count = 0;
  for (int y = 0; y < canvas.size().height; ++y) {
    for (int x = 0; x < canvas.size().width; ++x) count += canvas.is_white({x, y}) ? 1 : 0;
  }
  return count;
}

// 1001 x 1081 pixels: a coordinate is almost a pixel, and the measures are those for 1080 lines.
constexpr Size kFull{1001, 1081};

TEST(Ink, DotHasRadiusTen) {
  Canvas canvas(kFull);
  draw(canvas, {"left_click(500, 500)"});  // pixel 500, 540
  EXPECT_EQ(rows_of(canvas, {489, 529}, {23, 23}),
            ".......................\n"
            "...........#...........\n"
            ".......#########.......\n"
            ".....#############.....\n"
            "....###############....\n"
            "...#################...\n"
            "...#################...\n"
            "..###################..\n"
            "..###################..\n"
            "..###################..\n"
            "..###################..\n"
            ".#####################.\n"
            "..###################..\n"
            "..###################..\n"
            "..###################..\n"
            "..###################..\n"
            "...#################...\n"
            "...#################...\n"
            "....###############....\n"
            ".....#############.....\n"
            ".......#########.......\n"
            "...........#...........\n"
            ".......................\n");
  EXPECT_EQ(white_pixels(canvas), 317);  // lattice points within 10: Gauss's circle problem N(10)
}

TEST(Ink, SquareHasSide18) {
  Canvas canvas(kFull);
  draw(canvas, {"right_click(500, 500)"});
  EXPECT_EQ(white_pixels(canvas), 18 * 18);
  EXPECT_TRUE(canvas.is_white({491, 531}));
  EXPECT_TRUE(canvas.is_white({508, 548}));
}

TEST(Ink, LineIsNineThickWithRoundEnds) {
  Canvas canvas(kFull);
  draw(canvas, {"drag(500, 500, 510, 500)"});
  EXPECT_EQ(rows_of(canvas, {495, 535}, {21, 11}),
            ".....................\n"
            "...###############...\n"
            "..#################..\n"
            ".###################.\n"
            ".###################.\n"
            ".###################.\n"
            ".###################.\n"
            ".###################.\n"
            "..#################..\n"
            "...###############...\n"
            ".....................\n");
}

TEST(Ink, AThinLineOnASmallCanvas) {
  Canvas canvas({7, 5});
  draw(canvas, {"drag(0, 0, 1000, 1000)"});
  EXPECT_EQ(rows_of(canvas, {0, 0}, {7, 5}),
            "#......\n"
            ".##....\n"
            "...#...\n"
            "....##.\n"
            "......#\n");
}

TEST(Ink, TextIsRightOfItsClick) {
  Canvas canvas({22, 180});
  draw(canvas, {"left_click(95, 500)", "type(\"Ab\")"});  // pixel 2, 90
  EXPECT_EQ(rows_of(canvas, {0, 86}, {22, 9}),
            "......................\n"
            "........###..#........\n"
            "..#....#...#.#........\n"
            ".###...#...#.####.....\n"
            "#####..#####.#...#....\n"
            ".###...#...#.#...#....\n"
            "..#....#...#.#...#....\n"
            ".......#...#.####.....\n"
            "......................\n");
}

TEST(Ink, IsCutAtTheEdges) {
  Canvas canvas({40, 1080});
  draw(canvas, {"left_click(0, 0)", "left_click(1000, 1000)", "right_click(1000, 0)",
                "drag(0, 1000, 0, 1000)"});
  EXPECT_TRUE(canvas.is_white({0, 0}));
  EXPECT_TRUE(canvas.is_white({39, 1079}));
  EXPECT_TRUE(canvas.is_white({39, 0}));
  EXPECT_TRUE(canvas.is_white({0, 1079}));
}

std::vector<std::uint8_t> bytes_of(const Canvas& canvas) {
  return {canvas.bytes().begin(), canvas.bytes().end()};
}

TEST(Ink, RepeatingItChangesNothing) {
  const std::vector<std::string> calls = {"left_click(500, 500)", "type(\"cat\")",
                                          "drag(1, 2, 900, 300)", "right_click(30, 40)"};
  Canvas canvas({192, 108});
  draw(canvas, calls);
  EXPECT_GT(canvas.take_changed().size, 0U);
  const auto before = bytes_of(canvas);
  draw(canvas, calls);
  EXPECT_EQ(canvas.take_changed().size, 0U);
  EXPECT_EQ(bytes_of(canvas), before);
}

TEST(Canvas, IsAPlainBmp) {
  Canvas canvas({35, 2});
  canvas.whiten(0, 1, 1);
  canvas.whiten(0, 6, 9);
  canvas.whiten(0, 33, 40);
  const std::vector<std::uint8_t> expected = {
      'B',  'M',  78, 0, 0,    0,   0,   0, 0, 0, 62, 0, 0, 0,                    // file header
      40,   0,    0,  0, 35,   0,   0,   0, 2, 0, 0,  0, 1, 0, 1, 0, 0, 0, 0, 0,  // picture header
      16,   0,    0,  0, 0,    0,   0,   0, 0, 0, 0,  0, 2, 0, 0, 0, 0, 0, 0, 0,  //
      0,    0,    0,  0, 255,  255, 255, 0,                                       // black, white
      0,    0,    0,  0, 0,    0,   0,   0,                                       // lower row
      0x43, 0xC0, 0,  0, 0x60, 0,   0,   0};                                      // upper row
  EXPECT_EQ(bytes_of(canvas), expected);
  const CanvasChanges changed = canvas.take_changed();
  EXPECT_EQ(changed.first, 70U);
  EXPECT_EQ(changed.size, 8U);
  EXPECT_EQ(canvas.take_changed().blocks, (ChangedBlocks{0, 0}));
  const Result<Canvas> again = Canvas::from_bytes(expected);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again.value().size(), (Size{35, 2}));
  EXPECT_FALSE(again.value().is_converted());
  for (int x = 0; x < 35; ++x)
    EXPECT_EQ(again.value().is_white({x, 0}), x == 1 || (x >= 6 && x <= 9) || x >= 33) << x;
}

TEST(Canvas, ReadsABmpOf24Bits) {
  // Two rows of three pixels, the lower one first: white, black, black; black, white, white.
  std::vector<std::uint8_t> file = {
      'B', 'M', 78, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0,                     //
      40,  0,   0,  0, 3, 0, 0, 0, 2, 0, 0,  0, 1, 0, 24, 0, 0, 0, 0, 0,  //
      24,  0,   0,  0, 0, 0, 0, 0, 0, 0, 0,  0, 0, 0, 0,  0, 0, 0, 0, 0};
  for (const int white : {1, 0, 0, 0, 1, 1}) {
    file.insert(file.end(), 3, white != 0 ? 255 : 0);
    if ((file.size() - 54) % 12 == 9) file.insert(file.end(), 3, 0);  // the row's padding
  }
  const Result<Canvas> canvas = Canvas::from_bytes(file);
  ASSERT_TRUE(canvas.ok()) << canvas.error().message;
  EXPECT_TRUE(canvas.value().is_converted());
  EXPECT_EQ(rows_of(canvas.value(), {0, 0}, {3, 2}), ".##\n#..\n");
  Canvas same({3, 2});
  same.whiten(0, 1, 2);
  same.whiten(1, 0, 0);
  EXPECT_EQ(bytes_of(canvas.value()), bytes_of(same));
  std::vector<std::uint8_t> cut = file;  // a kill interrupted writing in the first pixel
  cut[54] = cut[55] = 0;
  ASSERT_TRUE(Canvas::from_bytes(cut).ok());
  EXPECT_EQ(bytes_of(Canvas::from_bytes(cut).value()), bytes_of(same));
  for (const std::size_t at : {std::size_t{54}, std::size_t{74}}) {
    std::vector<std::uint8_t> colored = file;
    colored[at] ^= 0x10;
    const Result<Canvas> refused = Canvas::from_bytes(colored);
    ASSERT_FALSE(refused.ok()) << at;
    EXPECT_EQ(refused.error().message, "has colours other than black and white");
  }
}

TEST(Canvas, ReportsTheChangedBlocks) {
  Canvas canvas({640, 4});
  canvas.whiten(0, -5, 0);
  canvas.whiten(0, 630, 700);
  canvas.whiten(1, 9, 10);
  canvas.whiten(3, 0, 639);
  EXPECT_EQ(canvas.take_changed().blocks,
            (ChangedBlocks{(std::uint64_t{1} << 63U) | 1U, 3, 0, ~std::uint64_t{0}}));
}

TEST(Canvas, RefusesOtherFiles) {
  const auto spoilt = [](std::size_t at, std::uint8_t byte) {
    std::vector<std::uint8_t> bytes = bytes_of(Canvas({3, 2}));
    bytes[at] = byte;
    return bytes;
  };
  const auto cut = [](std::size_t size) {
    std::vector<std::uint8_t> bytes = bytes_of(Canvas({3, 2}));
    bytes.resize(size);
    return bytes;
  };
  const struct {
    std::string name;
    std::vector<std::uint8_t> bytes;
    std::string why;
  } cases[] = {{"nothing", {}, "is cut off"},
               {"cut header", cut(61), "is cut off"},
               {"cut pixels", cut(69), "is cut off"},
               {"cut pixels of 24 bits", spoilt(28, 24), "is cut off"},
               {"another format", spoilt(0, 'P'), "is not a BMP in black and white"},
               {"32 bits", spoilt(28, 32), "is not a BMP in black and white"},
               {"compressed", spoilt(30, 1), "is not a BMP in black and white"},
               {"another white", spoilt(59, 254), "is not a BMP in black and white"},
               {"white before black", spoilt(54, 255), "is not a BMP in black and white"},
               {"a longer header", spoilt(14, 108), "is not a BMP in black and white"},
               {"no width", spoilt(18, 0), "has sides outside 1..16384"},
               {"stored downwards", spoilt(25, 0xFF), "has sides outside 1..16384"},
               {"pixels in the header", spoilt(10, 20), "is cut off"},
               {"pixels far away", spoilt(13, 200), "is cut off"}};
  for (const auto& [name, bytes, why] : cases) {
    const Result<Canvas> canvas = Canvas::from_bytes(bytes);
    ASSERT_FALSE(canvas.ok()) << name;
    EXPECT_EQ(canvas.error().message, why) << name;
  }
}
}  // namespace
}  // namespace franz::capturer
