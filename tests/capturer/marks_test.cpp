#include "capturer/render/marks.h"
#include <gtest/gtest.h>
#include <string>
#include "tests/capturer/render_sandbox.h"

namespace franz::capturer {
namespace {
Picture show(const std::vector<std::string>& calls, Marks marks, Size size) {
  PictureOptions options;
  options.marks = marks;
  options.picture = size;
  options.canvas = {192, 108};
  options.time = "2026-01-31T12:00:00Z";
  return render_sandbox({}, calls, options).picture;
}

bool reddish(Color color) { return color.red > color.green + 60; }

int count_red(const Picture& picture) {
  int count = 0;
  for (int y = 0; y < picture.size().height; ++y) {
    for (int x = 0; x < picture.size().width; ++x) count += reddish(picture.at(x, y)) ? 1 : 0;
  }
  return count;
}

TEST(Marks, TheBadgeShowsTheMessagesTime) {
  EXPECT_EQ(badge_text("2026-01-31T12:00:00Z"), "CAPTURED 2026-01-31 12:00:00 UTC");
  EXPECT_EQ(badge_text("2026-01-31T12:00:00.123Z"), "CAPTURED 2026-01-31 12:00:00 UTC");
  EXPECT_EQ(badge_text(""), "");
}

TEST(Marks, EachKindHasItsOwnSwitch) {
  const std::vector<std::string> calls = {"left_click(200, 200)", "drag(300, 300, 800, 500)"};
  const Size size{512, 288};
  EXPECT_EQ(count_red(show(calls, {false, false, true}, size)), 0);
  EXPECT_EQ(count_red(show(calls, {false, false, false}, size)), 0);
  const int classic = count_red(show(calls, {true, false, false}, size));
  const int cursor = count_red(show(calls, {false, true, false}, size));
  EXPECT_GT(classic, 100);
  EXPECT_GT(cursor, 100);
  EXPECT_GT(count_red(show(calls, {true, true, false}, size)), std::max(classic, cursor));
}

TEST(Marks, NoMarkChangesTheDigest) {
  PictureOptions options;
  options.canvas = {192, 108};
  const std::vector<std::string> calls = {"left_click(200, 200)"};
  const std::string all = render_sandbox({}, calls, options).plain_sha256;
  options.marks = {false, false, false};
  const DrawnPicture bare = render_sandbox({}, calls, options);
  EXPECT_EQ(bare.plain_sha256, all);
  EXPECT_EQ(bare.plain_sha256.size(), 64U);
}

TEST(Marks, StayVisibleAtEveryEdge) {
  for (const char* call :
       {"left_click(0, 0)", "left_click(1000, 0)", "right_click(0, 1000)",
        "right_click(1000, 1000)", "left_click(500, 1000)", "drag(990, 10, 1000, 0)"}) {
    // A complete number plate has about eighty red pixels, a label hundreds.
    EXPECT_GT(count_red(show({call}, {true, false, true}, {512, 288})), 80) << call;
    EXPECT_GT(count_red(show({call}, {false, true, true}, {512, 288})), 300) << call;
  }
}

TEST(Marks, AnySizeOfPictureWorks) {
  const std::vector<std::string> calls = {"left_click(500, 500)", "type(\"meow meow\")",
                                          "drag(0, 1000, 1000, 0)", "right_click(1000, 1000)",
                                          "drag(5, 5, 5, 5)"};
  for (const Size size : {Size{1, 1}, Size{2, 300}, Size{300, 2}, Size{28, 28}, Size{256, 144},
                          Size{1920, 1080}, Size{700, 1500}, Size{5000, 40}}) {
    EXPECT_EQ(show(calls, {true, true, true}, size).size(), size);
  }
}

TEST(Marks, HundredsOfActionsLeaveTheDrawingVisible) {
  std::vector<std::string> calls(900);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    calls[i] = "left_click(" + std::to_string(i * 373 % 1001) + ", " +
               std::to_string(i * 619 % 1001) + ")";
  }
  const Picture picture = show(calls, {true, false, true}, {512, 288});
  int plates = 0;
  for (int y = 0; y < 288; ++y) {
    for (int x = 0; x < 512; ++x) plates += picture.at(x, y) == Color{0xB3, 0x13, 0x0B} ? 1 : 0;
  }
  EXPECT_GT(plates, 30 * 100);
  EXPECT_LT(plates, 512 * 288 / 10);
}

TEST(Marks, TwentyThousandActionsTakeBoundedWork) {
  std::vector<std::string> calls(20000, "drag(0, 0, 1000, 1000)");
  EXPECT_GT(count_red(show(calls, {true, true, true}, {512, 288})), 0);
}
}  // namespace
}  // namespace franz::capturer
