#include "executor/portal/stream_pixels.h"
#include <gtest/gtest.h>
#include <string_view>

namespace franz::executor {
// Rows of three pixels, and two bytes between the rows.
constexpr std::string_view kPixels = "abc-def-ghi-??jkl-mno-pqr-??";

TEST(StreamPixels, AreCutOutAndPutInOrder) {
  const struct {
    bool red_first;
    std::size_t bytes;
    int stride;
    Screen area;
    std::string expected;
  } rows[] = {
      {false, 26, 14, {0, 0, 3, 2}, "abc-def-ghi-jkl-mno-pqr-"},
      {true, 26, 14, {0, 0, 3, 2}, "cba-fed-ihg-lkj-onm-rqp-"},
      {false, 26, 14, {1, 1, 1, 1}, "mno-"},
      {true, 26, 14, {2, 0, 1, 2}, "ihg-rqp-"},
      {false, 26, 14, {1, 0, 3, 1}, "the area is not within the screen, which has 3x2"},
      {false, 26, 14, {0, -1, 1, 1}, "the area is not within the screen, which has 3x2"},
      {false, 25, 14, {0, 0, 1, 1}, "the desktop sent a picture that is too short for 3x2"},
      {false, 26, 11, {0, 0, 1, 1}, "the desktop sent a picture that is too short for 3x2"},
      {false, 26, -14, {0, 0, 1, 1}, "the desktop sent a picture that is too short for 3x2"},
  };
  for (const auto& row : rows) {
    const StreamPicture picture{reinterpret_cast<const std::uint8_t*>(kPixels.data()),
                                row.bytes,
                                row.stride,
                                row.red_first,
                                {3, 2}};
    const Result<std::string> pixels = pixels_of(picture, row.area);
    EXPECT_EQ(pixels.ok() ? pixels.value() : pixels.error().message, row.expected);
  }
}
}  // namespace franz::executor
