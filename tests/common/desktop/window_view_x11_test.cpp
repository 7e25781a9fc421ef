#include <gtest/gtest.h>
#include <map>
#include "common/desktop/monitors.h"
#include "common/desktop/screen_view.h"
#include "common/desktop/window_view.h"

// After ours, for Xlib.
#include <X11/Xutil.h>
#include <X11/extensions/shape.h>
#include "tests/support/bare_screen.h"

namespace franz {
namespace {
constexpr unsigned long kMine = 0x30A040, kOther = 0xC02010;

// The program paints its windows on request.
class WindowViewTest : public BareScreenTest {
 protected:
  void SetUp() override {
    ASSERT_NO_FATAL_FAILURE(BareScreenTest::SetUp());
    auto view = open_window_view(display_->name());
    ASSERT_TRUE(view.ok()) << view.error().message;
    view_ = std::move(view).value();
  }

  // On top; without a background the server paints nothing of its own. `color` 0: it has none.
  Window add(const Screen& area, unsigned long color, bool override_redirect = false,
             int border = 0) {
    XSetWindowAttributes attributes{};
    attributes.override_redirect = override_redirect ? True : False;
    attributes.background_pixel = color;
    attributes.border_pixel = 0xFFFFFF;
    const unsigned long mask =
        CWOverrideRedirect | CWBorderPixel | (color != 0 ? CWBackPixel : 0UL);
    const Window window =
        XCreateWindow(program_, DefaultRootWindow(program_), area.origin_x - border,
                      area.origin_y - border, static_cast<unsigned>(area.width),
                      static_cast<unsigned>(area.height), static_cast<unsigned>(border),
                      CopyFromParent, InputOutput, CopyFromParent, mask, &attributes);
    char name[] = "painted", kind[] = "Painted";
    XClassHint hint{name, kind};
    XSetClassHint(program_, window, &hint);
    XMapRaised(program_, window);
    XSync(program_, False);
    return window;
  }

  WindowScene scene(Window window) {
    const auto found = view_->scene(window);
    EXPECT_TRUE(found.ok() && found.value());
    return found.ok() && found.value() ? *found.value() : WindowScene{};
  }

  // How many pixels of it have each colour, alpha included.
  std::map<unsigned long, int> drawn(Window window, const std::vector<Screen>& hidden) {
    const std::uint64_t windows[] = {window};
    const auto drawn = view_->draw(windows, hidden);
    std::map<unsigned long, int> colors;
    if (!drawn.ok() || !drawn.value().front()) return colors;
    const std::vector<std::uint8_t>& bgra = drawn.value().front()->bgra;
    for (std::size_t i = 0; i < bgra.size(); i += 4)
      ++colors[static_cast<unsigned long>(bgra[i]) | static_cast<unsigned long>(bgra[i + 1]) << 8U |
               static_cast<unsigned long>(bgra[i + 2]) << 16U |
               static_cast<unsigned long>(bgra[i + 3]) << 24U];
    return colors;
  }

  std::unique_ptr<WindowView> view_;
};

constexpr unsigned long kOpaque = 0xFF000000;
}  // namespace

TEST_F(WindowViewTest, ReportsItsPlaceAndWhatCoversIt) {
  const Window below = add({0, 0, 300, 190}, kOther);
  const Window mine = add({10, 20, 100, 50}, kMine, false, 3);
  const Window menu = add({20, 30, 30, 90}, kOther, true);
  EXPECT_EQ(scene(mine).area, (Screen{10, 20, 100, 50}));
  EXPECT_FALSE(scene(mine).minimised);
  EXPECT_TRUE(scene(mine).opaque);
  ASSERT_EQ(scene(mine).above.size(), 1U);
  EXPECT_EQ(scene(mine).above[0], (WindowAbove{menu, {20, 30, 30, 90}, true, true}));
  EXPECT_EQ(scene(below).above.size(), 2U);
  EXPECT_EQ(scene(below).above[1].frame, (Screen{7, 17, 106, 56}));
  // Windows that do not touch it, are transparent or are hidden are not counted.
  add({200, 20, 30, 30}, kOther);
  XUnmapWindow(program_, menu);
  XSync(program_, False);
  EXPECT_TRUE(scene(mine).above.empty());
}

TEST_F(WindowViewTest, ADialogIsItsOwnersAndAnotherProgramsMenuIsNot) {
  const Window mine = add({10, 20, 100, 50}, kMine);
  Display* const program = program_;
  program_ = XOpenDisplay(display_->name().c_str());
  const Window foreign = add({20, 30, 30, 9}, kOther, true);
  const Window dialog = add({20, 50, 30, 9}, kOther);
  XSetTransientForHint(program_, dialog, mine);
  XSync(program_, False);
  ASSERT_EQ(scene(mine).above.size(), 2U);
  EXPECT_EQ(scene(mine).above[0].id, dialog);
  EXPECT_TRUE(scene(mine).above[0].own);
  EXPECT_EQ(scene(mine).above[1].id, foreign);
  EXPECT_FALSE(scene(mine).above[1].own);
  XCloseDisplay(program);
}

TEST_F(WindowViewTest, IsNotThereOnceItIsPutAwayOrClosed) {
  const Window mine = add({10, 20, 100, 50}, kMine);
  XUnmapWindow(program_, mine);
  XSync(program_, False);
  const auto away = view_->scene(mine);
  EXPECT_TRUE(away.ok() && !away.value());
  XDestroyWindow(program_, mine);
  XSync(program_, False);
  for (const std::uint64_t id : {std::uint64_t{mine}, std::uint64_t{DefaultRootWindow(program_)},
                                 std::uint64_t{0}, std::uint64_t{12345}, ~std::uint64_t{0}}) {
    const auto gone = view_->scene(id);
    EXPECT_TRUE(gone.ok() && !gone.value()) << id;
    EXPECT_TRUE(drawn(static_cast<Window>(id), {}).empty());
  }
}

TEST_F(WindowViewTest, DrawsItWithoutWhatLiesOverIt) {
  const Window mine = add({10, 20, 100, 50}, kMine);
  add({0, 0, 60, 200}, kOther);
  const std::map<unsigned long, int> whole{{kMine | kOpaque, 5000}};
  EXPECT_EQ(drawn(mine, {{10, 20, 50, 50}}), whole);
  const Window half = add({-40, -10, 100, 50}, kMine);
  EXPECT_EQ(drawn(half, {{-40, -10, 100, 10}, {-40, 0, 40, 40}}), whole);
  // The screen is unchanged.
  const auto screen = open_screen_view(display_->name());
  const auto pixels = screen.value()->grab({0, 50, 60, 150});
  for (std::size_t i = 0; i < pixels.value().bgrx.size(); i += 4)
    ASSERT_EQ(pixels.value().bgrx[i + 2], 0xC0) << i;
}

TEST_F(WindowViewTest, WhatAProgramDoesNotRepaintIsBlackAndNotWhatLiesOverIt) {
  const Window mine = add({10, 20, 100, 50}, 0);
  GC const gc = XCreateGC(program_, mine, 0, nullptr);
  XSetForeground(program_, gc, kMine);
  XFillRectangle(program_, mine, gc, 0, 0, 100, 50);
  add({0, 0, 60, 200}, kOther);
  EXPECT_EQ(drawn(mine, {{10, 20, 50, 50}}),
            (std::map<unsigned long, int>{{kOpaque, 2500}, {kMine | kOpaque, 2500}}));
  XFreeGC(program_, gc);
}

TEST_F(WindowViewTest, KnowsWhereAWindowIsNot) {
  const Window mine = add({10, 20, 100, 50}, kMine);
  XRectangle left{0, 0, 40, 50};
  XShapeCombineRectangles(program_, mine, ShapeBounding, 0, 0, &left, 1, ShapeSet, Unsorted);
  XSync(program_, False);
  EXPECT_FALSE(scene(mine).opaque);
  EXPECT_EQ(drawn(mine, {}), (std::map<unsigned long, int>{{0, 3000}, {kMine | kOpaque, 2000}}));
}

TEST_F(WindowViewTest, SaysSoWhereTheServerCannotDrawWindows) {
  auto display = VirtualDisplay::start(
      {.size = {320, 200}, .managed = false, .server_arguments = {"-extension", "Composite"}});
  ASSERT_TRUE(display.ok()) << display.error().message;
  XCloseDisplay(program_);
  program_ = XOpenDisplay(display.value()->name().c_str());
  view_ = std::move(open_window_view(display.value()->name())).value();
  const Window mine = add({10, 20, 100, 50}, kMine);
  EXPECT_EQ(scene(mine).area, (Screen{10, 20, 100, 50}));
  EXPECT_TRUE(drawn(mine, {}).empty());
  XCloseDisplay(program_);
  program_ = nullptr;
  view_.reset();
}
}  // namespace franz
