#include "common/desktop/monitors.h"
#include <gtest/gtest.h>
#include <initializer_list>

namespace franz {
// One to the left of and above the first, one below, and a gap at the top right.
static const std::vector<Monitor> kThree{{"HDMI-1", {0, 0, 1920, 1080}, false},
                                         {"DP-1", {-1280, -200, 1280, 1024}, false},
                                         {"eDP-1", {0, 1080, 2560, 1440}, true}};

TEST(CapturedArea, IsThatOfTheMonitorsThatAreMeant) {
  const struct {
    std::string_view monitor;
    Screen area;
  } cases[] = {
      {"all", {-1280, -200, 3840, 2720}}, {"primary", {0, 1080, 2560, 1440}},
      {"1", {0, 0, 1920, 1080}},          {"2", {-1280, -200, 1280, 1024}},
      {"3", {0, 1080, 2560, 1440}},
  };
  for (const auto& [monitor, area] : cases) {
    const auto captured = captured_area(kThree, monitor);
    ASSERT_TRUE(captured.ok()) << monitor;
    EXPECT_EQ(captured.value(), area) << monitor;
  }
}

TEST(Without, LeavesPiecesThatDoNotOverlap) {
  const struct {
    Screen cut;
    std::vector<Screen> left;
  } cases[] = {
      {{20, 20, 5, 5}, {{0, 0, 10, 8}}},
      {{10, 0, 5, 8}, {{0, 0, 10, 8}}},
      {{-5, -5, 50, 50}, {}},
      {{2, 3, 4, 2}, {{0, 0, 10, 3}, {0, 3, 2, 2}, {6, 3, 4, 2}, {0, 5, 10, 3}}},
      {{-1, -1, 5, 50}, {{4, 0, 6, 8}}},
      {{0, 6, 10, 2}, {{0, 0, 10, 6}}},
  };
  for (const auto& [cut, left] : cases) EXPECT_EQ(without(Screen{0, 0, 10, 8}, cut), left);
  const std::vector<Screen> two{{0, 0, 4, 4}, {10, 0, 4, 4}};
  EXPECT_EQ(without(two, {2, 0, 10, 4}), (std::vector<Screen>{{0, 0, 2, 4}, {12, 0, 2, 4}}));
}

TEST(Contains, CountsThePixelsAndNoOtherOnes) {
  const Screen area{-2, 3, 4, 5};
  for (const Point in : {Point{-2, 3}, Point{1, 7}}) EXPECT_TRUE(contains(area, in));
  for (const Point out : {Point{-3, 3}, Point{2, 7}, Point{1, 8}, Point{-2, 2}})
    EXPECT_FALSE(contains(area, out));
}

TEST(CornerOf, IsWhereThePointerEndsThatIsRunUpAndLeft) {
  EXPECT_EQ(corner_of(kThree), (Point{-1280, -200}));
  const std::vector<Monitor> above{{"a", {0, 600, 800, 600}, true},
                                   {"b", {0, 0, 800, 600}, false},
                                   {"c", {800, -50, 800, 600}, false}};
  EXPECT_EQ(corner_of(above), (Point{0, 0}));
}

TEST(CapturedArea, OfThePrimaryIsTheFirstWhereTheSystemCallsNoneSo) {
  const std::vector<Monitor> two{{"a", {0, 0, 10, 10}, false}, {"b", {10, 0, 20, 20}, false}};
  const auto captured = captured_area(two, "primary");
  ASSERT_TRUE(captured.ok());
  EXPECT_EQ(captured.value(), (Screen{0, 0, 10, 10}));
}

TEST(CapturedArea, NamesTheMonitorsWhereThereIsNoSuchOne) {
  for (const std::string_view monitor :
       {"4", "0", "-1", "", "DP-1", "1 ", "99999999999999999999"}) {
    const auto captured = captured_area(kThree, monitor);
    ASSERT_FALSE(captured.ok()) << monitor;
    EXPECT_EQ(captured.error().message,
              "there is no monitor " + std::string(monitor) +
                  "; there is 1 (HDMI-1, 1920x1080+0+0), 2 (DP-1, 1280x1024-1280-200), "
                  "3 (eDP-1, 2560x1440+0+1080, primary)");
  }
}

static ScreenPixels pixels_of(const Screen& area, std::uint8_t value) {
  return {area, std::vector<std::uint8_t>(static_cast<std::size_t>(area.width) *
                                              static_cast<std::size_t>(area.height) * 4,
                                          value)};
}

TEST(BlackenBeside, LeavesOnlyWhatAMonitorShows) {
  const std::vector<Monitor> two{{"a", {-2, 0, 2, 1}, false}, {"b", {0, 0, 1, 2}, false}};
  ScreenPixels pixels = pixels_of({-2, 0, 4, 2}, 7);
  blacken_beside(two, pixels);
  std::string shown;
  for (std::size_t i = 0; i < pixels.bgrx.size(); i += 4)
    shown += pixels.bgrx[i] == 7 && pixels.bgrx[i + 3] == 7 ? '#' : '.';
  EXPECT_EQ(shown,
            "###."
            "..#.");
}

TEST(BlackenBeside, LeavesAllOfWhatOneMonitorShows) {
  ScreenPixels pixels = pixels_of({1, 1, 3, 2}, 9);
  const std::vector<std::uint8_t> before = pixels.bgrx;
  blacken_beside(std::vector<Monitor>{{"a", {0, 0, 4, 3}, true}}, pixels);
  EXPECT_EQ(pixels.bgrx, before);
}

TEST(IsAllBlack, LooksAtColoursOnly) {
  ScreenPixels pixels = pixels_of({0, 0, 3, 2}, 0);
  for (std::size_t i = 3; i < pixels.bgrx.size(); i += 4) pixels.bgrx[i] = 0xFF;
  EXPECT_TRUE(is_all_black(pixels));
  EXPECT_TRUE(has_one_colour(pixels));
  for (const std::size_t byte : {std::size_t{0}, std::size_t{9}, pixels.bgrx.size() - 2}) {
    ScreenPixels lit = pixels;
    lit.bgrx[byte] = 1;
    EXPECT_FALSE(is_all_black(lit)) << byte;
    EXPECT_FALSE(has_one_colour(lit)) << byte;
  }
  EXPECT_TRUE(has_one_colour(pixels_of({0, 0, 3, 2}, 9)));
  EXPECT_FALSE(is_all_black(pixels_of({0, 0, 3, 2}, 9)));
}
}  // namespace franz
