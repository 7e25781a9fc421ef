// A screen that is black where windows are shown: one that is not painted yet, and one that nobody
// may see.
#include <gtest/gtest.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>
#include "capturer/screen_picture_app.h"

namespace franz::capturer {
namespace {
using std::chrono::milliseconds;
constexpr Screen kArea{0, 0, 4, 2};
constexpr std::size_t kBytes = 32;  // of its pixels

// Black at so many looks, then grey.
class SlowScreen : public ScreenView {
 public:
  SlowScreen(int black_looks, bool has_windows)
      : black_looks_(black_looks), has_windows_(has_windows) {}

  Result<std::vector<Monitor>> monitors() override {
    return std::vector<Monitor>{{"", kArea, true}};
  }
  Result<ScreenPixels> grab(const Screen& area) override {
    ScreenPixels pixels{area, std::vector<std::uint8_t>(kBytes)};
    if (++looks > black_looks_) std::ranges::fill(pixels.bgrx, std::uint8_t{128});
    return pixels;
  }
  Result<PointerImage> pointer() override { return PointerImage{}; }
  Result<bool> shows_windows(const Screen&) override { return has_windows_; }
  Result<std::vector<std::string>> withheld_windows(const Screen&) override {
    return std::vector<std::string>{};
  }

  int looks = 0;

 private:
  const int black_looks_;
  const bool has_windows_;
};

constexpr int kAlways = 1'000'000;
constexpr milliseconds kLong{60'000}, kNone{0};
}  // namespace

TEST(ShownScreen, IsTakenAtTheFirstLook) {
  SlowScreen screen(0, true);
  const Result<ShownScreen> shown = grab_shown(screen, kArea, kNone);
  ASSERT_TRUE(shown.ok());
  EXPECT_FALSE(shown.value().black);
  EXPECT_FALSE(shown.value().late);
  EXPECT_EQ(screen.looks, 1);
}

TEST(ShownScreen, WaitsUntilAWindowIsPainted) {
  SlowScreen screen(3, true);
  const Result<ShownScreen> shown = grab_shown(screen, kArea, kLong);
  ASSERT_TRUE(shown.ok());
  EXPECT_FALSE(shown.value().black);
  EXPECT_TRUE(shown.value().late);
  EXPECT_EQ(shown.value().pixels.bgrx.front(), 128);
  EXPECT_EQ(screen.looks, 4);
}

TEST(ShownScreen, WithoutAWindowIsBlackAtOnce) {
  SlowScreen screen(kAlways, false);
  const Result<ShownScreen> shown = grab_shown(screen, kArea, kLong);
  ASSERT_TRUE(shown.ok());
  EXPECT_TRUE(shown.value().black);
  EXPECT_EQ(screen.looks, 1);
}

TEST(ShownScreen, ThatStaysBlackBehindWindowsIsAFailure) {
  SlowScreen screen(kAlways, true);
  const Result<ShownScreen> shown = grab_shown(screen, kArea, milliseconds(120));
  ASSERT_FALSE(shown.ok());
  EXPECT_NE(shown.error().message.find("black though windows are shown"), std::string::npos);
  EXPECT_GE(screen.looks, 2);
}
}  // namespace franz::capturer
