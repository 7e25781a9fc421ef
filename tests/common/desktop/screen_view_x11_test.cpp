#include <gtest/gtest.h>
#include <signal.h>
#include <thread>
#include "common/desktop/monitors.h"
#include "common/desktop/screen_view.h"
#include "tests/support/virtual_display.h"

namespace franz {
namespace {
using Options = VirtualDisplay::Options;

std::unique_ptr<VirtualDisplay> display_with(Options options) {
  options.managed = false;
  auto display = VirtualDisplay::start(std::move(options));
  if (!display.ok()) ADD_FAILURE() << display.error().message;
  return display.ok() ? std::move(display).value() : nullptr;
}

std::unique_ptr<ScreenView> view_of(const VirtualDisplay& display) {
  auto view = open_screen_view(display.name());
  if (!view.ok()) ADD_FAILURE() << view.error().message;
  return view.ok() ? std::move(view).value() : nullptr;
}

// "#RRGGBB"
std::string color_at(const ScreenPixels& pixels, Point at) {
  const std::size_t i = (static_cast<std::size_t>(at.y - pixels.area.origin_y) *
                             static_cast<std::size_t>(pixels.area.width) +
                         static_cast<std::size_t>(at.x - pixels.area.origin_x)) *
                        4;
  char text[8];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", pixels.bgrx[i + 2], pixels.bgrx[i + 1],
                pixels.bgrx[i]);
  return text;
}

// A window without a frame, in one colour. It is shown when this returns.
std::unique_ptr<ChildProcess> show_window(const VirtualDisplay& display, ScreenView& view,
                                          const std::string& geometry, const std::string& color,
                                          Point inside) {
  auto window = display.show("xterm", {"-geometry", geometry, "-b", "0", "-bw", "0", "-bg", color,
                                       "-fg", color, "-cr", color, "-e", "sleep", "60"});
  if (!window.ok()) {
    ADD_FAILURE() << window.error().message;
    return nullptr;
  }
  for (int i = 0; i < 1000; ++i) {
    const auto pixels = view.grab({inside.x, inside.y, 1, 1});
    if (pixels.ok() && color_at(pixels.value(), inside) == color) return std::move(window).value();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ADD_FAILURE() << "no window in " << color;
  return nullptr;
}
}  // namespace

TEST(ScreenView, ShowsWhatIsOnTheScreenWithSharedMemoryAndWithout) {
  for (const bool shared : {true, false}) {
    SCOPED_TRACE(shared);
    Options options{.size = {320, 200}};
    if (!shared) options.server_arguments = {"-extension", "MIT-SHM"};
    const auto display = display_with(options);
    ASSERT_TRUE(display->run("xsetroot", {"-solid", "#123456"}).ok());
    const auto view = view_of(*display);
    const auto window = show_window(*display, *view, "10x5+40+30", "#fedcba", {45, 35});
    for (const Screen& area : {Screen{0, 0, 320, 200}, Screen{38, 28, 5, 7}}) {
      const auto pixels = view->grab(area);
      ASSERT_TRUE(pixels.ok()) << pixels.error().message;
      EXPECT_EQ(pixels.value().area, area);
      EXPECT_EQ(color_at(pixels.value(), {39, 30}), "#123456");
      EXPECT_EQ(color_at(pixels.value(), {40, 29}), "#123456");
      EXPECT_EQ(color_at(pixels.value(), {40, 30}), "#fedcba");
    }
  }
}

TEST(ScreenView, IsBlackBesideTheScreen) {
  const auto display = display_with({.size = {64, 48}});
  ASSERT_TRUE(display->run("xsetroot", {"-solid", "#ffffff"}).ok());
  const auto view = view_of(*display);
  const auto pixels = view->grab({-3, -2, 70, 60});
  ASSERT_TRUE(pixels.ok()) << pixels.error().message;
  for (const auto& [at, color] :
       {std::pair{Point{-1, 0}, "#000000"}, std::pair{Point{0, -1}, "#000000"},
        std::pair{Point{0, 0}, "#ffffff"}, std::pair{Point{63, 47}, "#ffffff"},
        std::pair{Point{64, 47}, "#000000"}, std::pair{Point{63, 48}, "#000000"}})
    EXPECT_EQ(color_at(pixels.value(), at), color) << at.x << " " << at.y;
  const auto beside = view->grab({64, 48, 10, 10});
  ASSERT_TRUE(beside.ok()) << beside.error().message;
  EXPECT_TRUE(is_all_black(beside.value()));
}

TEST(ScreenView, KnowsItsMonitorsAndShowsNothingBetweenThem) {
  const auto display = display_with({.size = {300, 200}});
  ASSERT_TRUE(display->run("xsetroot", {"-solid", "#ffffff"}).ok());
  const auto view = view_of(*display);
  const auto whole = view->monitors();
  ASSERT_TRUE(whole.ok()) << whole.error().message;
  ASSERT_EQ(whole.value().size(), 1U);
  EXPECT_EQ(whole.value()[0].area, (Screen{0, 0, 300, 200}));

  ASSERT_TRUE(display->run("xrandr", {"--setmonitor", "left", "100/26x150/40+0+0", "screen"}).ok());
  ASSERT_TRUE(
      display->run("xrandr", {"--setmonitor", "right", "120/26x200/40+180+0", "none"}).ok());
  const auto two = view->monitors();
  ASSERT_TRUE(two.ok()) << two.error().message;
  ASSERT_EQ(two.value().size(), 2U);
  EXPECT_EQ(two.value()[0].name, "left");
  EXPECT_EQ(two.value()[0].area, (Screen{0, 0, 100, 150}));
  EXPECT_EQ(two.value()[1].name, "right");
  EXPECT_EQ(two.value()[1].area, (Screen{180, 0, 120, 200}));
  const auto pixels = view->grab({0, 0, 300, 200});
  ASSERT_TRUE(pixels.ok()) << pixels.error().message;
  EXPECT_EQ(color_at(pixels.value(), {99, 149}), "#ffffff");
  EXPECT_EQ(color_at(pixels.value(), {99, 150}), "#000000");
  EXPECT_EQ(color_at(pixels.value(), {100, 0}), "#000000");
  EXPECT_EQ(color_at(pixels.value(), {180, 199}), "#ffffff");
}

// Small and large pictures come from the server in different ways.
TEST(ScreenView, ShowsAPartAsTheWholeDoes) {
  const auto display = display_with({.size = {300, 200}});
  ASSERT_TRUE(
      display->run("xsetroot", {"-mod", "7", "5", "-fg", "#fedcba", "-bg", "#123456"}).ok());
  ASSERT_TRUE(display->run("xrandr", {"--setmonitor", "left", "100/26x150/40+0+0", "screen"}).ok());
  ASSERT_TRUE(
      display->run("xrandr", {"--setmonitor", "right", "120/26x190/40+180+10", "none"}).ok());
  const auto view = view_of(*display);
  const auto whole = view->grab({-40, -40, 380, 280});
  ASSERT_TRUE(whole.ok()) << whole.error().message;
  for (const Screen& area :
       {Screen{18, 18, 64, 64}, Screen{-32, -32, 64, 64}, Screen{268, 168, 64, 64},
        Screen{70, 120, 64, 64}, Screen{160, 0, 64, 64}, Screen{120, 60, 20, 20},
        Screen{299, 199, 1, 1}}) {
    const auto part = view->grab(area);
    ASSERT_TRUE(part.ok()) << part.error().message;
    for (int y = area.origin_y; y < area.origin_y + area.height; ++y)
      for (int x = area.origin_x; x < area.origin_x + area.width; ++x)
        ASSERT_EQ(color_at(part.value(), {x, y}), color_at(whole.value(), {x, y}))
            << x << " " << y << " of " << area.origin_x << " " << area.origin_y;
  }
}

TEST(ScreenView, FollowsAScreenThatChangesItsSize) {
  const auto display = display_with({.size = {640, 480}});
  ASSERT_TRUE(display->run("xsetroot", {"-solid", "#ffffff"}).ok());
  const auto view = view_of(*display);
  ASSERT_TRUE(view->grab({0, 0, 640, 480}).ok());
  for (const std::vector<std::string>& change :
       {std::vector<std::string>{"--newmode", "small", "10", "320", "330", "340", "350", "240",
                                 "250", "260", "270"},
        {"--addmode", "screen", "small"},
        {"--output", "screen", "--mode", "small"}})
    ASSERT_TRUE(display->run("xrandr", change).ok()) << change.front();
  const auto monitors = view->monitors();
  ASSERT_TRUE(monitors.ok());
  EXPECT_EQ(monitors.value()[0].area.width, 320);
  const auto pixels = view->grab({0, 0, 640, 480});
  ASSERT_TRUE(pixels.ok()) << pixels.error().message;
  EXPECT_EQ(color_at(pixels.value(), {319, 239}), "#ffffff");
  EXPECT_EQ(color_at(pixels.value(), {320, 0}), "#000000");
}

TEST(ScreenView, HasThePointersImageAndPlace) {
  const auto display = display_with({.size = {200, 100}});
  ASSERT_TRUE(
      display->run("xsetroot", {"-cursor_name", "crosshair", "-fg", "#ff0000", "-bg", "#00ff00"})
          .ok());
  const auto view = view_of(*display);
  const auto pointer = view->pointer();
  ASSERT_TRUE(pointer.ok()) << pointer.error().message;
  const PointerImage& image = pointer.value();
  EXPECT_EQ(image.at, (Point{100, 50}));  // an X server begins with it in the middle
  ASSERT_EQ(image.bgra.size(), static_cast<std::size_t>(image.size.width) *
                                   static_cast<std::size_t>(image.size.height) * 4);
  const std::size_t hot =
      (static_cast<std::size_t>(image.hot.y) * static_cast<std::size_t>(image.size.width) +
       static_cast<std::size_t>(image.hot.x)) *
      4;
  ASSERT_LT(hot, image.bgra.size());
  EXPECT_EQ(image.bgra[0 + 3], 0) << "the corner of a cross is empty";
  EXPECT_EQ(image.bgra[hot + 3], 0xFF);
}

TEST(ScreenView, ReportsWhetherWindowsAreShown) {
  const auto display = display_with({.size = {300, 200}});
  const auto view = view_of(*display);
  const auto none = view->shows_windows({0, 0, 300, 200});
  ASSERT_TRUE(none.ok());
  EXPECT_FALSE(none.value());
  const auto window = show_window(*display, *view, "10x5+150+30", "#fedcba", {155, 35});
  EXPECT_TRUE(view->shows_windows({0, 0, 300, 200}).value());
  EXPECT_FALSE(view->shows_windows({0, 0, 150, 200}).value());
}

TEST(ScreenView, NamesADisplayThatCannotBeUsed) {
  const struct {
    const char* display;
    const char* said;
  } cases[] = {
      {":4711",
       "the display :4711 cannot be reached: no X server is there, or it does not accept us "
       "(XAUTHORITY)"},
      {"localhost:10.0",
       "the display localhost:10.0 is another machine's: only those of this one, "
       "such as :0, can be used"},
  };
  for (const auto& [name, said] : cases) {
    const auto view = open_screen_view(name);
    ASSERT_FALSE(view.ok()) << name;
    EXPECT_EQ(view.error().message, said);
  }
}

TEST(ScreenView, RefusesPixelsThatItCannotRead) {
  const auto display = display_with({.size = {64, 48}, .depth = 16});
  const auto view = open_screen_view(display->name());
  ASSERT_FALSE(view.ok());
  EXPECT_EQ(view.error().message,
            "the display " + display->name() +
                " has 16 bits a pixel in a form that cannot be read: 24 or 32 are needed "
                "(TrueColor, blue first)");
}

TEST(ScreenView, OutlivesItsServer) {
  const auto display = display_with({.size = {64, 48}});
  const auto view = view_of(*display);
  ASSERT_TRUE(view->grab({0, 0, 64, 48}).ok());
  ASSERT_EQ(::kill(static_cast<pid_t>(display->server_pid()), SIGTERM), 0);
  std::string said;
  for (int i = 0; i < 1000 && said.empty(); ++i) {
    const auto pixels = view->grab({0, 0, 64, 48});
    if (!pixels.ok()) said = pixels.error().message;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_NE(said.find("the X server is gone"), std::string::npos) << said;
  EXPECT_FALSE(view->pointer().ok());
  EXPECT_FALSE(view->shows_windows({0, 0, 64, 48}).ok());
}
}  // namespace franz
