#include "proxy/offline/verify/canvas_check.h"
#include <gtest/gtest.h>
#include "common/picture/canvas_file.h"
#include "tests/proxy/offline/verify/canvases.h"
#include "tests/support/long_canvas.h"

namespace franz::proxy {
namespace {
TEST(CanvasCheck, DetectsInkWithinACanvas) {
  const std::string none = canvas_with({}), one = canvas_with({{3, 2}}),
                    both = canvas_with({{3, 2}, {19, 4}}), other = canvas_with({{4, 2}});
  EXPECT_TRUE(is_within(none, none));
  EXPECT_TRUE(is_within(none, one));
  EXPECT_TRUE(is_within(one, both));
  EXPECT_FALSE(is_within(both, one));
  EXPECT_FALSE(is_within(one, other));
  EXPECT_FALSE(is_within(none, canvas_with({}, {21, 5})));
  EXPECT_FALSE(is_within(none, "BM"));
  EXPECT_FALSE(is_within("", both));
}

TEST(CanvasCheck, ConvertsAPictureOfACanvas) {
  const std::string drawn = canvas_with({{0, 0}, {7, 1}, {8, 1}, {19, 4}});
  const Result<std::string> canvas = canvas_of_png(png_of_canvas(drawn));
  ASSERT_TRUE(canvas.ok()) << canvas.error().message;
  EXPECT_EQ(canvas.value(), drawn);
  EXPECT_EQ(canvas_of_png("no picture").error().message, "the picture is not a PNG");
}

TEST(CanvasCheck, AcceptsA24BitCanvas) {
  const std::string drawn = canvas_with({{3, 2}});
  EXPECT_EQ(canvas_in_our_form(in_24_bits(drawn)), drawn);
  EXPECT_EQ(canvas_in_our_form(drawn), drawn);
  EXPECT_EQ(canvas_in_our_form("BM"), std::nullopt);
}
}  // namespace
}  // namespace franz::proxy
