// Which pixels a window's picture contains, on a simulated screen where each window has one colour.
#include "capturer/desktop/window_picture.h"
#include <gtest/gtest.h>
#include <algorithm>
#include <functional>
#include "common/desktop/monitors.h"
#include "common/wire/warning_codes.h"

namespace franz::capturer {
namespace {
constexpr Screen kMonitor{0, 0, 20, 10};
constexpr std::uint8_t kBackground = 1, kDrawn = 100;  // drawn by the system: colour + 100

// A window of this colour, which is also its id.
struct Painted {
  std::uint8_t color = 0;
  Screen area;
  bool own = false, opaque = true;
};

struct FakeScreen : ScreenView, WindowView {
  std::vector<Painted> stack;  // lowest first; the pictured window has id 7
  std::vector<Monitor> all{{"", kMonitor, true}};
  bool minimised = false, opaque = true;
  std::vector<std::uint64_t> undrawn;  // windows that the system cannot draw
  std::vector<std::uint64_t> asked;    // requested drawings
  std::function<void()> on_grab;
  long long pid = 99;

  Result<std::vector<Monitor>> monitors() override { return all; }
  Result<ScreenPixels> grab(const Screen& area) override {
    ScreenPixels pixels{area, {}};
    for (int y = area.origin_y; y < area.origin_y + area.height; ++y)
      for (int x = area.origin_x; x < area.origin_x + area.width; ++x) {
        std::uint8_t color = 0;
        for (const Monitor& each : all)
          if (contains(each.area, {x, y})) color = kBackground;
        if (color != 0)
          for (const Painted& each : stack)
            if (contains(each.area, {x, y})) color = each.color;
        pixels.bgrx.insert(pixels.bgrx.end(), 4, color);
      }
    if (on_grab) on_grab();
    return pixels;
  }
  Result<PointerImage> pointer() override { return Error{"none"}; }
  Result<bool> shows_windows(const Screen&) override { return true; }
  Result<std::vector<std::string>> withheld_windows(const Screen&) override {
    return std::vector<std::string>();
  }
  Result<std::optional<WindowScene>> scene(std::uint64_t window) override {
    const auto found = std::ranges::find(stack, window, &Painted::color);
    if (found == stack.end()) return std::optional<WindowScene>();
    WindowScene scene{.area = found->area, .pid = pid, .minimised = minimised, .opaque = opaque};
    for (auto each = stack.end() - 1; each > found; --each)
      if (common_area(each->area, found->area))
        scene.above.push_back({each->color, each->area, each->own, each->opaque});
    return std::optional(scene);
  }
  Result<std::vector<std::optional<DrawnWindow>>> draw(std::span<const std::uint64_t> windows,
                                                       std::span<const Screen>) override {
    asked.assign(windows.begin(), windows.end());
    std::vector<std::optional<DrawnWindow>> drawn;
    for (const std::uint64_t id : windows) {
      const auto found = std::ranges::find(stack, id, &Painted::color);
      if (std::ranges::find(undrawn, id) != undrawn.end()) {
        drawn.emplace_back();
        continue;
      }
      DrawnWindow picture{found->area, {}};
      for (int i = 0; i < found->area.width * found->area.height; ++i) {
        picture.bgra.insert(picture.bgra.end(), 3, static_cast<std::uint8_t>(id + kDrawn));
        picture.bgra.push_back(255);
      }
      drawn.push_back(std::move(picture));
    }
    return drawn;
  }
};

WindowTarget target() { return {"7", "Seven", "", 99}; }

// One line per row of colours: "." background, digits windows, capital letters windows drawn by the
// system (H is the 7th), " " black.
std::string shown(const WindowPicture& picture) {
  if (!picture.pixels) return "none";
  std::string text;
  const ScreenPixels& pixels = *picture.pixels;
  for (int y = 0; y < pixels.area.height; ++y) {
    for (int x = 0; x < pixels.area.width; ++x) {
      const std::uint8_t color =
          pixels.bgrx[static_cast<std::size_t>(y * pixels.area.width + x) * 4];
      text += color == 0             ? ' '
              : color == kBackground ? '.'
              : color > kDrawn       ? static_cast<char>('A' + (color - kDrawn))
                                     : static_cast<char>('0' + color);
    }
    text += '\n';
  }
  return text;
}

std::vector<std::string> codes(const WindowPicture& picture) {
  std::vector<std::string> codes;
  for (const Warning& each : picture.warnings) codes.push_back(each.code);
  return codes;
}

using Codes = std::vector<std::string>;
const std::string kCovered(kWindowCovered), kPartly(kWindowPartly);
}  // namespace

TEST(WindowPicture, ContainsNoOtherWindowsPixels) {
  const Screen area{2, 2, 6, 2};
  const struct {
    std::string name;
    std::vector<Painted> stack;
    std::vector<std::uint64_t> undrawn;
    std::string shown;
    Codes codes;
  } cases[] = {
      {"alone", {{7, area}}, {}, "777777\n777777\n", {}},
      {"over another", {{2, {0, 0, 9, 9}}, {7, area}}, {}, "777777\n777777\n", {}},
      {"beside another", {{7, area}, {2, {8, 2, 3, 3}}}, {}, "777777\n777777\n", {}},
      {"with its own menu", {{7, area}, {3, {3, 3, 2, 4}, true}}, {}, "777777\n733777\n", {}},
      {"covered", {{7, area}, {2, {4, 3, 9, 9}}}, {}, "777777\n77HHHH\n", {kCovered}},
      {"covered, undrawn", {{7, area}, {2, {4, 3, 9, 9}}}, {7}, "777777\n77    \n", {kPartly}},
      {"covered wholly", {{7, area}, {2, {0, 0, 20, 10}}}, {}, "HHHHHH\nHHHHHH\n", {kCovered}},
      {"its menu covered",
       {{7, area}, {3, {3, 3, 2, 4}, true}, {2, {4, 3, 9, 9}}},
       {},
       "777777\n73DHHH\n",
       {kCovered}},
      {"its menu covered, undrawn",
       {{7, area}, {3, {3, 3, 2, 4}, true}, {2, {4, 3, 9, 9}}},
       {3},
       "777777\n73 HHH\n",
       {kCovered, kPartly}},
      {"its menu over what covers it",
       {{7, area}, {2, {4, 3, 9, 9}}, {3, {3, 3, 2, 4}, true}},
       {},
       "777777\n733HHH\n",
       {kCovered}},
      // Where a menu is translucent, the pixels do not count as the window's.
      {"a menu that shines through",
       {{7, area}, {2, {4, 3, 9, 9}}, {3, {3, 3, 2, 4}, true, false}},
       {},
       "777777\n73DHHH\n",
       {kCovered}},
      {"half off the screen", {{7, {17, 2, 6, 2}}}, {}, "777HHH\n777HHH\n", {kCovered}},
      {"half off the screen, undrawn", {{7, {17, 2, 6, 2}}}, {7}, "777   \n777   \n", {kPartly}},
      {"wholly off the screen", {{7, {-9, 2, 6, 1}}}, {}, "HHHHHH\n", {kCovered}},
      {"off the screen and covered",
       {{7, {-2, 0, 6, 1}}, {2, {3, 0, 9, 9}}},
       {},
       "HH777H\n",
       {kCovered}},
  };
  for (const auto& each : cases) {
    SCOPED_TRACE(each.name);
    FakeScreen screen;
    screen.stack = each.stack;
    screen.undrawn = each.undrawn;
    const auto picture = picture_of_window(target(), screen, screen);
    ASSERT_TRUE(picture.ok()) << picture.error().message;
    EXPECT_EQ(shown(picture.value()), each.shown);
    EXPECT_EQ(codes(picture.value()), each.codes);
    EXPECT_EQ(screen.asked.empty(), each.codes.empty());
  }
}

TEST(WindowPicture, ReportsWhyItDiffersFromTheScreen) {
  FakeScreen screen;
  screen.stack = {{7, {-2, 0, 6, 1}}, {2, {3, 0, 9, 9}}};
  const auto warning_text = [&] {
    return picture_of_window(target(), screen, screen).value().warnings.front().text;
  };
  EXPECT_EQ(
      warning_text(),
      "other windows lie over a part of it, and a part of it is beyond the screen's edge: the "
      "picture shows it as the system draws it, not as it lies on the screen");
  screen.undrawn = {7};
  EXPECT_EQ(warning_text(),
            "other windows lie over a part of it, and a part of it is beyond the screen's edge, "
            "which the system cannot draw: it is black in the picture, wholly or in part");
}

TEST(WindowPicture, DoesNotExistWithoutTheWindow) {
  FakeScreen screen;
  screen.stack = {{2, {0, 0, 9, 9}}};
  const auto gone = picture_of_window(target(), screen, screen);
  ASSERT_TRUE(gone.ok());
  EXPECT_EQ(shown(gone.value()), "none");
  EXPECT_EQ(codes(gone.value()), Codes{std::string(kWindowGone)});
  screen.stack = {{7, {0, 0, 9, 9}}};
  screen.pid = 100;  // the id was reused
  EXPECT_EQ(codes(picture_of_window(target(), screen, screen).value()),
            Codes{std::string(kWindowGone)});
  screen.pid = 0;  // unknown
  EXPECT_TRUE(codes(picture_of_window(target(), screen, screen).value()).empty());
}

TEST(WindowPicture, OfAMinimisedWindowIsDrawnByTheSystem) {
  FakeScreen screen;
  screen.stack = {{7, {0, 0, 3, 1}}};
  screen.minimised = true;
  const auto drawn = picture_of_window(target(), screen, screen);
  EXPECT_EQ(shown(drawn.value()), "HHH\n");
  EXPECT_EQ(codes(drawn.value()), Codes{kCovered});
  screen.undrawn = {7};
  EXPECT_EQ(codes(picture_of_window(target(), screen, screen).value()),
            Codes{std::string(kWindowMinimised)});
  screen.stack[0].area = {-32000, -32000, 0, 0};
  EXPECT_EQ(shown(picture_of_window(target(), screen, screen).value()), "none");
}

TEST(WindowPicture, IsTakenAgainWhileWindowsMove) {
  FakeScreen screen;
  screen.stack = {{7, {0, 0, 3, 1}}};
  int grabs = 0;
  // Another window covers it after the first attempt.
  screen.on_grab = [&] {
    if (++grabs == 1) screen.stack.push_back({2, {1, 0, 9, 9}});
  };
  EXPECT_EQ(shown(picture_of_window(target(), screen, screen).value()), "7HH\n");
  // A window that keeps moving.
  screen.on_grab = [&] { screen.stack.back().area.origin_x ^= 1; };
  EXPECT_EQ(shown(picture_of_window(target(), screen, screen).value()), "HHH\n");
  // The window disappears meanwhile.
  screen.on_grab = [&] { screen.stack.clear(); };
  EXPECT_EQ(codes(picture_of_window(target(), screen, screen).value()),
            Codes{std::string(kWindowGone)});
}

TEST(WindowPicture, OfATranslucentWindowIsNotTakenFromTheScreen) {
  FakeScreen screen;
  screen.stack = {{7, {0, 0, 3, 1}}};
  screen.opaque = false;
  EXPECT_EQ(shown(picture_of_window(target(), screen, screen).value()), "HHH\n");
  EXPECT_TRUE(codes(picture_of_window(target(), screen, screen).value()).empty());
  screen.undrawn = {7};
  EXPECT_EQ(codes(picture_of_window(target(), screen, screen).value()), Codes{kPartly});
  EXPECT_EQ(shown(picture_of_window(target(), screen, screen).value()), "   \n");
}

TEST(WindowPicture, NamesUnsupportedRequests) {
  FakeScreen screen;
  screen.stack = {{7, {0, 0, 0, 1}}};
  EXPECT_EQ(picture_of_window(target(), screen, screen).error().message,
            "the window is 0x1, which is no size for a picture");
  screen.stack = {{7, {0, 0, 1, kMaxCanvasSide + 1}}};
  EXPECT_EQ(picture_of_window(target(), screen, screen).error().message,
            "the window is 1x16385, which is no size for a picture");
  for (const std::string id : {"", "x", "7 ", "-7", "99999999999999999999"})
    EXPECT_EQ(picture_of_window({id, "", "", 0}, screen, screen).error().message,
              "/window/id: expected a number");
}
}  // namespace franz::capturer
