// A screen that is black although windows are shown: one that is not painted yet, and one that may
// not be read. And a window of one colour.
#include <gtest/gtest.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>
#include "capturer/screen_picture_app.h"
#include "capturer/window_app.h"

namespace franz::capturer {
namespace {
using std::chrono::milliseconds;
constexpr Screen kArea{0, 0, 4, 2};
constexpr std::size_t kBytes = 32;  // of its pixels

// Black for a number of reads, then grey with one pixel of another colour.
class SlowScreen : public ScreenView {
 public:
  SlowScreen(int black_looks, bool has_windows)
      : black_looks_(black_looks), has_windows_(has_windows) {}

  Result<std::vector<Monitor>> monitors() override {
    return std::vector<Monitor>{{"", kArea, true}};
  }
  Result<ScreenPixels> grab(const Screen& area) override {
    ScreenPixels pixels{area, std::vector<std::uint8_t>(kBytes)};
    if (++looks > black_looks_) {
      std::ranges::fill(pixels.bgrx, std::uint8_t{128});
      pixels.bgrx.back() = 0;  // unused byte
      if (!one_colour) pixels.bgrx[kBytes - 2] = 9;
    }
    return pixels;
  }
  Result<PointerImage> pointer() override { return PointerImage{}; }
  Result<bool> shows_windows(const Screen&) override { return has_windows_; }
  Result<std::vector<std::string>> withheld_windows(const Screen&) override {
    return std::vector<std::string>{};
  }

  int looks = 0;
  bool one_colour = false;  // of the final content

 private:
  const int black_looks_;
  const bool has_windows_;
};

// A window that covers the whole screen.
class OneWindow : public WindowView {
 public:
  Result<std::optional<WindowScene>> scene(std::uint64_t) override {
    return std::optional(WindowScene{.area = kArea, .pid = 99});
  }
  Result<std::vector<std::optional<DrawnWindow>>> draw(std::span<const std::uint64_t>,
                                                       std::span<const Screen>) override {
    return std::vector<std::optional<DrawnWindow>>();
  }
};

constexpr int kAlways = 1'000'000;
constexpr milliseconds kLong{60'000}, kNone{0};
}  // namespace

TEST(ShownScreen, IsReturnedAtTheFirstAttempt) {
  SlowScreen screen(0, true);
  const Result<ShownScreen> shown = grab_shown(screen, kArea, kNone);
  ASSERT_TRUE(shown.ok());
  EXPECT_FALSE(shown.value().empty);
  EXPECT_FALSE(shown.value().late);
  EXPECT_EQ(screen.looks, 1);
}

TEST(ShownScreen, WaitsUntilAWindowIsPainted) {
  SlowScreen screen(3, true);
  const Result<ShownScreen> shown = grab_shown(screen, kArea, kLong);
  ASSERT_TRUE(shown.ok());
  EXPECT_FALSE(shown.value().empty);
  EXPECT_TRUE(shown.value().late);
  EXPECT_EQ(shown.value().pixels.bgrx.front(), 128);
  EXPECT_EQ(screen.looks, 4);
}

TEST(ShownScreen, WithoutAWindowIsEmptyImmediately) {
  SlowScreen screen(kAlways, false);
  const Result<ShownScreen> shown = grab_shown(screen, kArea, kLong);
  ASSERT_TRUE(shown.ok());
  EXPECT_TRUE(shown.value().empty);
  EXPECT_EQ(screen.looks, 1);
}

TEST(ShownScreen, WithoutAWindowMayHaveAnySingleColour) {
  SlowScreen screen(0, false);
  screen.one_colour = true;
  const Result<ShownScreen> shown = grab_shown(screen, kArea, kLong);
  ASSERT_TRUE(shown.ok());
  EXPECT_TRUE(shown.value().empty);
}

TEST(ShownScreen, ThatStaysBlackWithWindowsIsAFailure) {
  SlowScreen screen(kAlways, true);
  const Result<ShownScreen> shown = grab_shown(screen, kArea, milliseconds(120));
  ASSERT_FALSE(shown.ok());
  EXPECT_NE(shown.error().message.find("black though windows are shown"), std::string::npos);
  EXPECT_GE(screen.looks, 2);
}

TEST(WindowPicture, IsTakenAgainUntilTheWindowIsPainted) {
  const struct {
    int black_looks;
    milliseconds patience;
    int looks;
    std::uint8_t first;  // first byte of the picture
  } cases[] = {{0, kLong, 1, 128}, {3, kLong, 4, 128}, {kAlways, kNone, 1, 0}};
  for (const auto& [black_looks, patience, looks, first] : cases) {
    SlowScreen screen(black_looks, true);
    OneWindow window;
    const auto taken = picture_of_painted_window({"7", "", "", 99}, window, screen, patience);
    ASSERT_TRUE(taken.ok() && taken.value().pixels);
    EXPECT_EQ(screen.looks, looks);
    EXPECT_EQ(taken.value().pixels->bgrx.front(), first);
  }
}
// For somebody who looks again and again.
TEST(WatchedScreen, IsEncodedOnlyWhenItHasChanged) {
  CaptureRequest request;
  request.options.picture = {4, 2};
  request.options.marks = {false, false, false};
  request.known_sha256 = std::string(64, '0');
  const ScreenPixels grey{kArea, std::vector<std::uint8_t>(kBytes, 128)};
  KeptScreen kept;
  const CaptureReply first = finish_screen_picture(request, {}, grey, nullptr, {}, &kept);
  EXPECT_FALSE(first.picture_known);
  EXPECT_NE(first.screenshot_b64, "");
  EXPECT_EQ(first.tiles, "");
  request.known_sha256 = first.plain_sha256;
  // The second one is another process's, which has kept nothing.
  KeptScreen other;
  for (KeptScreen* each : {&kept, &other}) {
    const CaptureReply again = finish_screen_picture(request, {}, grey, nullptr, {}, each);
    EXPECT_TRUE(again.picture_known);
    EXPECT_EQ(again.screenshot_b64, "");
    EXPECT_EQ(again.plain_sha256, first.plain_sha256);
  }
  ScreenPixels changed = grey;
  changed.bgrx[0] = 9;
  const CaptureReply last = finish_screen_picture(request, {}, changed, nullptr, {}, &kept);
  EXPECT_FALSE(last.picture_known);
  EXPECT_NE(last.screenshot_b64, "");
  EXPECT_NE(last.plain_sha256, first.plain_sha256);
  // Another size of the same pixels is another picture.
  request.known_sha256 = last.plain_sha256;
  request.options.picture = {2, 1};
  EXPECT_FALSE(finish_screen_picture(request, {}, changed, nullptr, {}, &kept).picture_known);
}
}  // namespace franz::capturer
