// A turn on the picture of a real screen: complete pictures and details.
#include <gtest/gtest.h>
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>
#include "capturer/capture_turn.h"
#include "capturer/desktop/desktop_picture.h"
#include "capturer/render/mark_sheet.h"
#include "capturer/render/resize.h"
#include "tests/capturer/golden_picture.h"
#include "tests/capturer/render_sandbox.h"
#include "tests/capturer/synthetic_screen.h"

namespace franz::capturer {
namespace {
constexpr Screen kScreen{0, 0, 1920, 1080};

DrawnPicture picture_of(const DesktopTurn& turn, const PictureOptions& options) {
  ScreenPixels pixels = synthetic_screen(turn.area);
  if (turn.pointer) draw_system_pointer(pixels, synthetic_pointer(*turn.pointer));
  const ImageView source{pixels.bgrx.data(),
                         std::ptrdiff_t{turn.area.width} * 4,
                         {turn.area.width, turn.area.height},
                         4};
  return draw_picture(resize(source, options.picture), plan_desktop_picture(turn, options));
}

PictureOptions options_of(Size picture, const Marks& marks, const Overlays& overlays = {}) {
  PictureOptions options;
  options.surface = "desktop";
  options.picture = picture;
  options.marks = marks;
  options.overlays = overlays;
  options.time = "2026-01-31T12:00:00Z";
  return options;
}

const std::vector<std::string> kForm = {"left_click(550, 250)",
                                        "type(\"Ada\")",
                                        "left_click(550, 315)",
                                        "paste(\"12 Row\")",
                                        "press(\"tab\")",
                                        "double_left_click(60, 120)",
                                        "scroll(200, 300, -3)",
                                        "hscroll(280, 380, 2)",
                                        "triple_click(120, 200)",
                                        "middle_click(330, 90)",
                                        "drag(110, 480, 160, 540)",
                                        "right_click(250, 620)",
                                        "move(600, 505)"};

TEST(DesktopPictures, AreMatchedPixelForPixel) {
  const Point pointer{1153, 545};
  const Screen beside{-640, -200, 1920, 1080};
  const struct {
    std::string name;
    Screen area;
    Point pointer;
    PictureOptions options;
  } cases[] = {
      {"desktop_plain", kScreen, pointer, options_of({1280, 720}, {false, false, false})},
      {"desktop_marks", kScreen, pointer, options_of({1280, 720}, {true, true, true})},
      {"desktop_marks_usual", kScreen, pointer, options_of({512, 288}, {true, false, true})},
      {"desktop_marks_larger", kScreen, pointer, options_of({1024, 576}, {true, true, true})},
      {"desktop_overlays", kScreen, pointer,
       options_of({1280, 720}, {true, true, true}, {true, true, true, true})},
      {"desktop_beside", beside, {-630, -190}, options_of({1280, 720}, {true, true, false})},
  };
  for (const auto& [name, area, at, options] : cases)
    expect_golden(name, picture_of({actions_of(kForm), {}, area, at}, options).picture);
}

// A screen may have any colour, including the marks' own red.
TEST(DesktopPictures, StrokesAreVisibleOnTheirOwnColour) {
  Picture red({512, 288});
  for (std::size_t i = 0; i < red.rgb().size(); i += 3)
    std::copy_n(std::array<std::uint8_t, 3>{0xFF, 0x3B, 0x30}.begin(), 3, red.row(0) + i);
  const DesktopTurn turn{actions_of({"drag(100, 500, 900, 500)"}), {}, {0, 0, 512, 288}, {}};
  const PicturePlan plan = plan_desktop_picture(turn, options_of({512, 288}, {true, false, false}));
  const Picture marked = draw_picture(red, plan).picture;
  // To the right of the number, above and below the line.
  int seen = 0;
  for (int x = 200; x < 400; ++x)
    if (marked.at(x, 143).blue > 0x50 && marked.at(x, 145).blue > 0x50) ++seen;
  EXPECT_EQ(seen, 200);
}

// A white screen with areas full of small shapes, like letters.
Picture white_with_text(Size size, const std::vector<Box>& areas) {
  Picture picture(size);
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      const bool in_text = std::ranges::any_of(areas, [&](const Box& area) {
        return contains(area, Point{x, y});
      });
      const int shade = in_text && (x / 2 + y / 2) % 2 == 0 ? 40 : 255;
      std::fill_n(picture.row(y) + 3 * x, 3, static_cast<std::uint8_t>(shade));
    }
  }
  return picture;
}

int changed_in(const Picture& plain, const Picture& marked, const std::vector<Box>& areas) {
  int changed = 0;
  for (const Box& area : areas)
    for (int y = area.top; y < area.top + area.height; ++y)
      for (int x = area.left; x < area.left + area.width; ++x)
        changed += plain.at(x, y) == marked.at(x, y) ? 0 : 1;
  return changed;
}

// Text on three sides of a target: a number is on the fourth.
TEST(DesktopPictures, NumbersHideNeitherTargetNorTextWhereThereIsRoom) {
  const Size size{1280, 720};
  const std::vector<Box> around = {{560, 300, 160, 45},  // above
                                   {560, 375, 160, 45},  // below
                                   {560, 345, 65, 30},   // on the left
                                   {655, 345, 65, 30}};  // on the right
  for (const char* call : {"left_click(500, 500)", "double_left_click(500, 500)"}) {
    for (std::size_t free = 0; free < around.size(); ++free) {
      std::vector<Box> areas = around;
      areas.erase(areas.begin() + static_cast<std::ptrdiff_t>(free));
      const Picture plain = white_with_text(size, areas);
      const DesktopTurn turn{actions_of({call}), {}, {0, 0, 1280, 720}, {}};
      const Picture marked =
          draw_picture(plain, plan_desktop_picture(turn, options_of(size, {true, false, false})))
              .picture;
      EXPECT_EQ(changed_in(plain, marked, areas), 0) << call << " " << free;
      EXPECT_EQ(changed_in(plain, marked, {{636, 356, 7, 7}}), 0) << call << " " << free;
      EXPECT_GT(changed_in(plain, marked, {around[free]}), 40) << call << " " << free;
    }
  }
}

TEST(DesktopPictures, ThePointersLabelHidesNoTextWhereThereIsRoom) {
  const Size size{1280, 720};
  const Box beside{655, 345, 200, 40};  // where the label is on an empty screen
  for (const auto& areas : {std::vector<Box>{}, {beside}}) {
    const Picture plain = white_with_text(size, areas);
    const DesktopTurn turn{{}, {}, {0, 0, 1280, 720}, Point{640, 360}};
    const Picture marked =
        draw_picture(plain, plan_desktop_picture(turn, options_of(size, {false, true, false})))
            .picture;
    EXPECT_EQ(changed_in(plain, marked, {beside}) > 0, areas.empty());
  }
}

TEST(DesktopPictures, TheBadgeIsInTheQuietestCorner) {
  const Size size{1280, 720};
  const std::vector<Box> corners = {
      {960, 680, 320, 40}, {0, 680, 320, 40}, {960, 0, 320, 40}, {0, 0, 320, 40}};
  for (std::size_t free = 0; free < corners.size(); ++free) {
    std::vector<Box> areas = corners;
    areas.erase(areas.begin() + static_cast<std::ptrdiff_t>(free));
    const Picture plain = white_with_text(size, areas);
    const DesktopTurn turn{{}, {}, {0, 0, 1280, 720}, {}};
    const Picture marked =
        draw_picture(plain, plan_desktop_picture(turn, options_of(size, {false, false, true})))
            .picture;
    EXPECT_EQ(changed_in(plain, marked, areas), 0) << free;
    EXPECT_GT(changed_in(plain, marked, {corners[free]}), 1000) << free;
  }
}

TEST(DesktopPictures, MarksDoNotChangeThePlainPictureOrLaterOnes) {
  const DesktopTurn turn{actions_of(kForm), {}, kScreen, Point{300, 300}};
  const DrawnPicture plain = picture_of(turn, options_of({640, 360}, {false, false, false}));
  const DrawnPicture marked =
      picture_of(turn, options_of({640, 360}, {true, true, true}, {true, true, true, true}));
  EXPECT_EQ(marked.plain_sha256, plain.plain_sha256);
  EXPECT_NE(marked.picture.rgb(), plain.picture.rgb());
}

TEST(DesktopPicture, MarksEachActionWhereItWasWithItsNumber) {
  PictureOptions options = options_of({1000, 500}, {true, true, false});
  // One pixel of the picture is two pixels of the screen.
  const DesktopTurn turn{actions_of({"type(\"nowhere yet\")", "left_click(0, 0)", "type(\"a\")",
                                     "launch(\"xterm\")", "drag(0, 0, 1000, 1000)"}),
                         {1, 2, 4, 5, 6},
                         {-400, -100, 2000, 1000},
                         Point{599, 399}};
  const PicturePlan plan = plan_desktop_picture(turn, options);
  std::string marks;
  for (const MarkedAction& each : plan.marks.actions)
    marks += std::to_string(each.number) + ": " + std::to_string(each.from.x) + "," +
             std::to_string(each.from.y) + " " + std::to_string(each.to.x) + "," +
             std::to_string(each.to.y) + " " + std::to_string(each.underlines.size()) + "\n";
  EXPECT_EQ(marks,
            "2: 16,16 16,16 0\n"
            "4: 16,16 16,16 1\n"
            "6: 16,16 63984,31984 0\n");
  ASSERT_TRUE(plan.marks.cursor);
  EXPECT_EQ(plan.marks.cursor->label, "(500,499)");
  EXPECT_EQ(plan.overlays.pointer, (Point{499, 249}));
}

TEST(DesktopPicture, UsesPlacesOfThePictureThatTheModelSaw) {
  PictureOptions options = options_of({1000, 500}, {true, false, false});
  options.seen = Seen{{0, 0, 1000, 500}, Size{500, 250}};
  const DesktopTurn turn{actions_of({"left_click(1000, 1000)"}), {}, {-1000, 0, 2000, 1000}, {}};
  const PicturePlan plan = plan_desktop_picture(turn, options);
  ASSERT_EQ(plan.marks.actions.size(), 1U);
  // Pixel (999, 499) of the screen is 1999 to the right of the area's edge.
  EXPECT_EQ(plan.marks.actions[0].from, (Point{63984, 15984}));
}

TEST(DesktopPicture, HasNoCursorIfThePointerIsOutside) {
  const PictureOptions options =
      options_of({640, 360}, {true, true, true}, {true, true, true, true});
  for (const Point at : {Point{-1, 0}, Point{0, -1}, Point{1920, 0}, Point{0, 1080}}) {
    const PicturePlan plan = plan_desktop_picture({{}, {}, kScreen, at}, options);
    EXPECT_FALSE(plan.marks.cursor) << at.x << " " << at.y;
    EXPECT_FALSE(plan.overlays.pointer) << at.x << " " << at.y;
  }
}

TEST(SystemPointer, IsBlendedWithThePixelsBelow) {
  ScreenPixels pixels{{-2, -1, 4, 2}, std::vector<std::uint8_t>(4UL * 2 * 4, 100)};
  // A column of three: empty, half, full. The tip is the middle one.
  const PointerImage pointer{{-1, -1}, {0, 1}, {1, 3}, {1, 2, 3, 0, 0, 0, 200, 128, 9, 8, 7, 255}};
  draw_system_pointer(pixels, pointer);
  std::string shown;
  for (std::size_t i = 0; i < pixels.bgrx.size(); i += 4)
    shown += std::to_string(pixels.bgrx[i]) + "," + std::to_string(pixels.bgrx[i + 2]) +
             (i == 12 ? "\n" : " ");
  EXPECT_EQ(shown,
            "100,100 50,150 100,100 100,100\n"
            "100,100 9,7 100,100 100,100 ");
}

TEST(SystemPointer, IsClippedToTheScreen) {
  ScreenPixels pixels = synthetic_screen({-10, -10, 1300, 700});
  const std::vector<std::uint8_t> before = pixels.bgrx;
  for (const Point at : {Point{-200, 0}, Point{0, -200}, Point{5000, 0}, Point{0, 5000}})
    draw_system_pointer(pixels, synthetic_pointer(at));
  EXPECT_EQ(pixels.bgrx, before);
  draw_system_pointer(pixels, synthetic_pointer({1289, 689}));
  EXPECT_NE(pixels.bgrx, before);
}
}  // namespace
}  // namespace franz::capturer
