#include "executor/wayland/output_layout.h"
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <vector>

namespace franz::executor {
namespace {
const WaylandOutput kPlain{{0, 0, 1280, 800}, {1280, 800}};
const WaylandOutput kLeft{{-1280, -100, 1280, 720}, {1920, 1080}};  // scale 1.5

// The picture's pixels as text, a letter for each: its blue byte.
std::string painted(const OutputPicture& picture, const Screen& place, const Screen& area) {
  std::vector<std::uint8_t> data(static_cast<std::size_t>(area.width * area.height) * 4, '.');
  paint_output(picture, place, area, data);
  std::string text;
  for (std::size_t i = 0; i < data.size(); i += 4) {
    if (i > 0 && i / 4 % static_cast<std::size_t>(area.width) == 0) text += '/';
    text += static_cast<char>(data[i]);
  }
  return text;
}

// Two rows of three pixels, "abc" and "def", and bytes behind each row.
std::vector<std::uint8_t> letters() {
  std::vector<std::uint8_t> bytes(2 * 16, '!');
  for (std::size_t i = 0; i < 6; ++i) {
    const std::size_t at = i / 3 * 16 + i % 3 * 4;
    bytes[at] = static_cast<std::uint8_t>('a' + i);
    bytes[at + 2] = static_cast<std::uint8_t>('A' + i);  // red
  }
  return bytes;
}
}  // namespace

TEST(OutputLayout, HasEachOutputAtTheLargestScale) {
  const struct {
    std::vector<WaylandOutput> outputs;
    Size size;
    std::vector<Screen> places;
  } cases[] = {
      {{kPlain}, {1280, 800}, {{0, 0, 1280, 800}}},
      {{kLeft}, {1920, 1080}, {{0, 0, 1920, 1080}}},
      {{kPlain, kLeft}, {3840, 1350}, {{1920, 150, 1920, 1200}, {0, 0, 1920, 1080}}},
      // 1366 / 1.5 is no whole number, so the logical size is rounded.
      {{{{0, 0, 911, 512}, {1366, 768}}}, {1366, 768}, {{0, 0, 1366, 768}}},
      // More than 64 megapixels at the scale 2: the logical size.
      {{{{0, 0, 11'520, 2'160}, {11'520, 2'160}}, {{11'520, 0, 1'920, 1'080}, {3'840, 2'160}}},
       {13'440, 2'160},
       {{0, 0, 11'520, 2'160}, {11'520, 0, 1'920, 1'080}}},
  };
  for (const auto& [outputs, size, places] : cases) {
    const Result<OutputLayout> layout = OutputLayout::make(outputs);
    ASSERT_TRUE(layout.ok());
    EXPECT_EQ(layout.value().size(), size);
    EXPECT_EQ(std::vector(layout.value().places().begin(), layout.value().places().end()), places);
  }
}

TEST(OutputLayout, RefusesOutputsThatItCannotShow) {
  const struct {
    std::vector<WaylandOutput> outputs;
    std::string message;
  } cases[] = {
      {{}, "the compositor has no output; switch a monitor on"},
      {{{{0, 0, 0, 0}, {1, 1}}}, "the compositor reports an output without a usable size"},
      {{{{0, 0, 1, 1}, {70'000, 1}}}, "the compositor reports an output without a usable size"},
      // Its absolute value is no int.
      {{{{std::numeric_limits<int>::min(), 0, 1, 1}, {1, 1}}},
       "the compositor reports an output without a usable size"},
      // The length at that scale is no int.
      {{{{0, 0, 1, 1}, {65'535, 1}}, {{65'535, 0, 65'535, 1}, {1, 1}}},
       "the outputs have more than 64 megapixels together (131070x1); place them closer to each "
       "other, or switch one off"},
      {{{{0, 0, 8'000, 8'001}, {8'000, 8'001}}},
       "the outputs have more than 64 megapixels together (8000x8001); place them closer to each "
       "other, or switch one off"},
  };
  for (const auto& [outputs, message] : cases) {
    const Result<OutputLayout> layout = OutputLayout::make(outputs);
    ASSERT_FALSE(layout.ok());
    EXPECT_EQ(layout.error().message, message);
  }
}

TEST(OutputLayout, PlacesThePointerInTheMiddleOfAPixel) {
  const Result<OutputLayout> layout = OutputLayout::make({kPlain, kLeft});
  ASSERT_TRUE(layout.ok());
  const struct {
    Point pixel;
    double x, y;  // logical, from the top left of all outputs
  } cases[] = {
      {{0, 0}, 1.0 / 3, 1.0 / 3},
      {{1919, 1079}, 1280 - 1.0 / 3, 720 - 1.0 / 3},
      {{1920, 150}, 1280 + 1.0 / 3, 100 + 1.0 / 3},
      {{3839, 1349}, 2560 - 1.0 / 3, 900 - 1.0 / 3},
      {{1920, 0}, 1280 - 1.0 / 3, 1.0 / 3},  // beside all outputs: the nearest
      {{9999, 9999}, 2560 - 1.0 / 3, 900 - 1.0 / 3},
  };
  for (const auto& [pixel, x, y] : cases) {
    const PointerPlace place = layout.value().pointer_place(pixel);
    EXPECT_EQ(place.x_extent, 2560U * 256);
    EXPECT_EQ(place.y_extent, 900U * 256);
    EXPECT_NEAR(place.x / 256.0, x, 1.0 / 256) << pixel.x;
    EXPECT_NEAR(place.y / 256.0, y, 1.0 / 256) << pixel.y;
  }
}

TEST(OutputLayout, TurnsAndFlipsPictures) {
  const std::vector<std::uint8_t> bytes = letters();
  const std::string expected[] = {"abc/def", "da/eb/fc", "fed/cba", "cf/be/ad",
                                  "cba/fed", "ad/be/cf", "def/abc", "fc/eb/da"};
  for (int transform = 0; transform < 8; ++transform) {
    const OutputPicture picture{{3, 2}, 16, transform, false, false, bytes.data()};
    const Size size = turned_size(picture.size, transform);
    const Screen place{0, 0, size.width, size.height};
    EXPECT_EQ(painted(picture, place, place), expected[transform]) << transform;
  }
}

TEST(OutputLayout, PaintsThePartOfAnOutputThatLiesOnTheArea) {
  const std::vector<std::uint8_t> bytes = letters();
  const struct {
    OutputPicture picture;
    Screen place, area;
    std::string expected;
  } cases[] = {
      {{{3, 2}, 16, 0, false, false, bytes.data()}, {2, 1, 3, 2}, {0, 0, 4, 3}, "..../..ab/..de"},
      {{{3, 2}, 16, 0, false, false, bytes.data()}, {0, 0, 3, 2}, {1, 1, 4, 2}, "ef../...."},
      {{{3, 2}, 16, 0, false, false, bytes.data()}, {9, 0, 3, 2}, {0, 0, 2, 1}, ".."},
      {{{3, 2}, 16, 0, true, false, bytes.data()}, {0, 0, 3, 2}, {0, 0, 3, 2}, "def/abc"},
      {{{3, 2}, 16, 0, false, true, bytes.data()}, {0, 0, 3, 2}, {0, 0, 3, 2}, "ABC/DEF"},
      {{{3, 2}, 16, 0, false, false, bytes.data()},
       {0, 0, 6, 4},
       {0, 0, 6, 4},
       "aabbcc/aabbcc/ddeeff/ddeeff"},
  };
  for (const auto& [picture, place, area, expected] : cases)
    EXPECT_EQ(painted(picture, place, area), expected);
}
}  // namespace franz::executor
