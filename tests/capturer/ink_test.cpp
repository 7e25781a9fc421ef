#include "capturer/sandbox/ink.h"
#include <gtest/gtest.h>
#include <string>
#include "capturer/capture_turn.h"

namespace franz::capturer {
namespace {
void draw(Canvas& canvas, const std::vector<std::string>& calls) {
  draw_ink(canvas, trace_actions(read_actions(calls).value(), {}, {}, canvas.size()).actions);
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

// 1001 x 1081 pixels: a coordinate is nearly a pixel, and the measures are those of 1080 lines.
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
  EXPECT_EQ(white_pixels(canvas), 317);  // lattice points within 10 of one: Gauss's circle N(10)
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

TEST(Ink, TextStandsRightOfItsClick) {
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
  Canvas canvas({3, 2});
  canvas.whiten(0, 1, 1);
  const std::vector<std::uint8_t> expected = {
      'B', 'M', 78, 0,   0,   0,   0, 0, 0, 0, 54, 0, 0, 0,                     // file header
      40,  0,   0,  0,   3,   0,   0, 0, 2, 0, 0,  0, 1, 0, 24, 0, 0, 0, 0, 0,  // picture header
      24,  0,   0,  0,   0,   0,   0, 0, 0, 0, 0,  0, 0, 0, 0,  0, 0, 0, 0, 0,  //
      0,   0,   0,  0,   0,   0,   0, 0, 0, 0, 0,  0,                           // the lower row
      0,   0,   0,  255, 255, 255, 0, 0, 0, 0, 0,  0};                          // the upper row
  EXPECT_EQ(bytes_of(canvas), expected);
  const CanvasChanges changed = canvas.take_changed();
  EXPECT_EQ(changed.first, 66U);
  EXPECT_EQ(changed.size, 12U);
  EXPECT_EQ(changed.blocks, (ChangedBlocks{1U << 21U, 0}));  // 1 * 64 / 3
  EXPECT_EQ(canvas.take_changed().blocks, (ChangedBlocks{0, 0}));
  const Result<Canvas> again = Canvas::from_bytes(canvas_bytes(expected));
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again.value().size(), (Size{3, 2}));
  EXPECT_TRUE(again.value().is_white({1, 0}));
}

TEST(Canvas, TellsTheBlocksThatChanged) {
  Canvas canvas({640, 4});
  canvas.whiten(0, -5, 0);
  canvas.whiten(0, 630, 700);
  canvas.whiten(1, 9, 10);
  canvas.whiten(3, 0, 639);
  EXPECT_EQ(canvas.take_changed().blocks,
            (ChangedBlocks{(std::uint64_t{1} << 63U) | 1U, 3, 0, ~std::uint64_t{0}}));
}

TEST(Canvas, RefusesWhatIsNone) {
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
               {"cut header", cut(53), "is cut off"},
               {"cut pixels", cut(77), "is cut off"},
               {"another format", spoilt(0, 'P'), "is not a 24-bit BMP"},
               {"32 bits", spoilt(28, 32), "is not a 24-bit BMP"},
               {"compressed", spoilt(30, 1), "is not a 24-bit BMP"},
               {"no width", spoilt(18, 0), "has sides outside 1..16384"},
               {"stored downwards", spoilt(25, 0xFF), "has sides outside 1..16384"},
               {"pixels in the header", spoilt(10, 20), "is cut off"},
               {"pixels far away", spoilt(13, 200), "is cut off"}};
  for (const auto& [name, bytes, why] : cases) {
    const Result<Canvas> canvas = Canvas::from_bytes(canvas_bytes(bytes));
    ASSERT_FALSE(canvas.ok()) << name;
    EXPECT_EQ(canvas.error().message, why) << name;
  }
}
}  // namespace
}  // namespace franz::capturer
