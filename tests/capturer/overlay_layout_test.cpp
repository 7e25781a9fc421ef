#include "capturer/render/overlay_layout.h"
#include <gtest/gtest.h>
#include <string>
#include <vector>
#include "capturer/capture_turn.h"
#include "capturer/render/resize.h"
#include "capturer/sandbox/canvas.h"
#include "capturer/sandbox/sandbox_picture.h"

namespace franz::capturer {
namespace {
constexpr Overlays kAll{true, true, true, true};

OverlayLayout lay_out(Size picture, const Overlays& on, Point pointer = {},
                      const MarkedGround& marks = {}) {
  return lay_out_overlays(picture, {on, pointer}, marks);
}

std::string text_of(const Box& box) {
  return std::to_string(box.left) + "," + std::to_string(box.top) + " " +
         std::to_string(box.width) + "x" + std::to_string(box.height);
}

// "200 400 (50 100)": major numbers, then minor ones in brackets; along the top or the left edge.
std::string numbers_of(const GridLayout& grid, bool top) {
  std::string majors, minors;
  for (const OverlayText& number : grid.numbers) {
    if ((number.plate.top == 0) != top) continue;
    std::string& list = number.mini ? minors : majors;
    list += (list.empty() ? "" : " ") + number.text;
  }
  if (minors.empty()) return majors;
  return majors + (majors.empty() ? "(" : " (") + minors + ")";
}

TEST(OverlayGrid, HasNumbersIfTheyAreLegible) {
  const struct {
    Size picture;
    std::string along_top, along_left;
  } cases[] = {
      {{16, 16}, "", ""},
      {{64, 64}, "(50)", "(50)"},
      {{256, 144}, "200 (50 100 150 250)", "(50 100)"},
      {{512, 288}, "200 400 (50 100 150 250 300 350 450 500)", "200 (50 100 150 250)"},
      {{1280, 720},
       "200 400 600 800 1000 1200 (50 100 150 250 300 350 450 500 550 650 700 750 850 900 950 1050 "
       "1100 1150 1250)",
       "200 400 600 (50 100 150 250 300 350 450 500 550 650 700)"},
      // Here each second minor line has its number.
      {{1920, 1080},
       "200 400 600 800 1000 1200 1400 1600 1800 (100 300 500 700 900 1100 1300 1500 1700 1900)",
       "200 400 600 800 1000 (100 300 500 700 900)"},
      // Here no minor line has one.
      {{5120, 2880},
       "200 400 600 800 1000 1200 1400 1600 1800 2000 2200 2400 2600 2800 3000 3200 3400 3600 3800 "
       "4000 4200 4400 4600 4800 5000",
       "200 400 600 800 1000 1200 1400 1600 1800 2000 2200 2400 2600 2800"},
  };
  for (const auto& [picture, along_top, along_left] : cases) {
    SCOPED_TRACE(std::to_string(picture.width) + "x" + std::to_string(picture.height));
    const OverlayLayout layout = lay_out(picture, {true, false, false, false});
    ASSERT_TRUE(layout.grid);
    EXPECT_EQ(numbers_of(*layout.grid, true), along_top);
    EXPECT_EQ(numbers_of(*layout.grid, false), along_left);
  }
}

TEST(OverlayGrid, HasALineAtEachFiftiethPixelAndAMajorOneAtEachTwoHundredth) {
  const OverlayLayout layout = lay_out({420, 201}, {true, false, false, false});
  ASSERT_TRUE(layout.grid);
  EXPECT_EQ(layout.grid->columns, (std::vector<GridLine>{{50, 50, false},
                                                         {100, 100, false},
                                                         {150, 150, false},
                                                         {200, 200, true},
                                                         {250, 250, false},
                                                         {300, 300, false},
                                                         {350, 350, false},
                                                         {400, 400, true}}));
  EXPECT_EQ(layout.grid->rows,
            (std::vector<GridLine>{
                {50, 50, false}, {100, 100, false}, {150, 150, false}, {200, 200, true}}));
}

TEST(OverlayInset, HasItsOwnGridOfTensAndFifties) {
  const OverlayLayout layout = lay_out({1280, 720}, {false, false, true, false}, {640, 360});
  ASSERT_TRUE(layout.inset);
  const InsetLayout& inset = *layout.inset;
  EXPECT_EQ(inset.first, (Point{610, 340}));
  EXPECT_EQ(text_of(inset.view), "11,11 366x246");
  const int left = inset.view.left, top = inset.view.top;
  EXPECT_EQ(inset.grid.columns, (std::vector<GridLine>{{left, 610, false},
                                                       {left + 60, 620, false},
                                                       {left + 120, 630, false},
                                                       {left + 180, 640, false},
                                                       {left + 240, 650, true},
                                                       {left + 300, 660, false},
                                                       {left + 360, 670, false}}));
  EXPECT_EQ(inset.grid.rows, (std::vector<GridLine>{{top, 340, false},
                                                    {top + 60, 350, true},
                                                    {top + 120, 360, false},
                                                    {top + 180, 370, false},
                                                    {top + 240, 380, false}}));
  ASSERT_TRUE(inset.legend);
  EXPECT_EQ(inset.legend->text, "6x centre=(640,360)");
}

TEST(OverlayInset, IsInACornerAwayFromThePointer) {
  const MarkedGround badge{{}, "CAPTURED 2026-01-31 12:00:00 UTC"};
  const struct {
    Size picture;
    Overlays on;
    Point pointer;
    std::string panel;  // "": none
    MarkedGround marks = {};
  } cases[] = {
      {{1280, 720}, kAll, {0, 0}, "901,417 370x272"},
      {{1280, 720}, kAll, {1279, 0}, "51,417 370x272"},
      {{1280, 720}, kAll, {0, 719}, "901,31 370x272"},
      {{1280, 720}, kAll, {1279, 719}, "51,31 370x272"},
      {{1280, 720}, kAll, {640, 360}, "51,31 370x272"},
      {{1280, 720}, {false, false, true, false}, {100, 100}, "901,439 370x272"},
      // Above the badge, which it would cover.
      {{1280, 720}, {false, false, true, false}, {100, 100}, "901,387 370x272", badge},
      // In another corner, because it would hide marks.
      {{1280, 720}, kAll, {0, 0}, "901,31 370x272", {{{{1100, 600}, 14, 0, true}}, ""}},
      {{512, 288}, kAll, {256, 144}, "24,14 154x117"},
      {{512, 288}, kAll, {100, 60}, "355,139 154x117", badge},
      {{256, 144}, kAll, {128, 72}, "24,14 82x69"},
      {{256, 144}, {false, false, true, false}, {200, 100}, "3,3 82x69"},
      // Too small to be useful.
      {{128, 72}, {false, false, true, false}, {0, 0}, ""},
      {{16, 16}, {false, false, true, false}, {0, 0}, ""},
      {{8192, 100}, {false, false, true, false}, {0, 0}, ""},
      {{8192, 8192}, kAll, {0, 0}, "5778,5536 2366x2487"},
  };
  for (const auto& [picture, on, pointer, panel, marks] : cases) {
    const OverlayLayout layout = lay_out(picture, on, pointer, marks);
    EXPECT_EQ(layout.inset ? text_of(layout.inset->panel) : "", panel)
        << picture.width << "x" << picture.height << " (" << pointer.x << "," << pointer.y << ")";
  }
}

TEST(OverlayBanner, ShowsAsMuchAsFits) {
  const struct {
    Size picture;
    std::string text;  // "": no banner
  } cases[] = {
      {{1280, 720}, "1280x720 px, (0,0) top left, (1279,719) bottom right"},
      {{512, 288}, "512x288 px, (0,0) top left, (511,287) bottom right"},
      {{256, 144}, "256x144 px, (255,143) bottom right"},
      {{100, 100}, "100x100 px"},
      {{60, 60}, "60x60 px"},
      {{40, 60}, "40x60"},
      {{16, 16}, ""},
      {{2000, 40}, ""},
      {{8192, 8192}, "8192x8192 px, (0,0) top left, (8191,8191) bottom right"},
  };
  for (const auto& [picture, text] : cases) {
    const OverlayLayout layout = lay_out(picture, {false, false, false, true});
    EXPECT_EQ(layout.banner_text ? layout.banner_text->text : "", text);
    EXPECT_EQ(layout.banner.has_value(), !text.empty());
  }
}

TEST(OverlayCrosshair, HasItsLabelBesideThePointer) {
  const Overlays on{false, true, false, false};
  const struct {
    Size picture;
    Point pointer;
    std::string text;
    int right, below;  // side: 1 or -1
  } cases[] = {
      {{1280, 720}, {640, 360}, "cursor=(640,360)", 1, -1},
      {{1280, 720}, {0, 0}, "cursor=(0,0)", 1, 1},
      {{1280, 720}, {1279, 0}, "cursor=(1279,0)", -1, 1},
      {{1280, 720}, {0, 719}, "cursor=(0,719)", 1, -1},
      {{1280, 720}, {1279, 719}, "cursor=(1279,719)", -1, -1},
      {{100, 60}, {10, 50}, "(10,50)", 1, -1},
      {{16, 16}, {8, 8}, "", 0, 0},
  };
  for (const auto& [picture, pointer, text, right, below] : cases) {
    const OverlayLayout layout = lay_out(picture, on, pointer);
    ASSERT_TRUE(layout.crosshair);
    const std::optional<OverlayText>& label = layout.crosshair->label;
    ASSERT_EQ(label ? label->text : "", text);
    if (!label) continue;
    EXPECT_EQ(label->plate.left > pointer.x ? 1 : -1, right) << text;
    EXPECT_EQ(label->plate.top > pointer.y ? 1 : -1, below) << text;
  }
}

TEST(OverlayCrosshair, HasItsLabelAwayFromMarks) {
  const MarkedGround marks{{{{700, 330}, 14, 0, true}, {{560, 330}, 14, 1, true}}, ""};
  const OverlayLayout layout = lay_out({1280, 720}, {false, true, false, false}, {640, 360}, marks);
  ASSERT_TRUE(layout.crosshair && layout.crosshair->label);
  EXPECT_GT(layout.crosshair->label->plate.top, 360);
}

TEST(Overlays, HaveNoCrosshairAndInsetWithoutAPointer) {
  const OverlayLayout layout = lay_out_overlays({1280, 720}, {kAll, std::nullopt}, {});
  EXPECT_FALSE(layout.crosshair);
  EXPECT_FALSE(layout.inset);
  EXPECT_TRUE(layout.grid && layout.banner);
  EXPECT_FALSE(shows_anything({{false, true, true, false}, std::nullopt}));
  EXPECT_FALSE(shows_anything({{}, Point{1, 1}}));
}

TEST(Overlays, StayInsideAnyPictureWithoutOverlapping) {
  const Size sizes[] = {{16, 16},   {17, 300},  {300, 17},   {50, 50},    {64, 64},
                        {128, 72},  {224, 224}, {256, 144},  {333, 1000}, {1000, 333},
                        {448, 448}, {640, 400}, {768, 768},  {1280, 720}, {1536, 864},
                        {16, 8192}, {8192, 16}, {8192, 8192}};
  for (const Size size : sizes) {
    const Box whole{-1, -1, size.width + 2, size.height + 2};  // the badge's rim may be cut off
    for (const Point pointer :
         {Point{0, 0}, Point{size.width - 1, 0}, Point{0, size.height - 1},
          Point{size.width - 1, size.height - 1}, Point{size.width / 2, size.height / 2},
          Point{size.width / 3, size.height / 5}, Point{size.width * 3 / 4, size.height / 2}}) {
      for (const char* badge : {"", "CAPTURED 2026-01-31 12:00:00 UTC"}) {
        SCOPED_TRACE(std::to_string(size.width) + "x" + std::to_string(size.height) + " at " +
                     std::to_string(pointer.x) + "," + std::to_string(pointer.y) + badge);
        const MarkedGround marks{{}, badge};
        const OverlayLayout layout = lay_out(size, kAll, pointer, marks);
        const int foot = layout.banner ? layout.banner->height : 0;
        const bool has_badge = badge_box(size, marks, foot).has_value();
        for (std::size_t i = 0; i < layout.taken.size(); ++i) {
          EXPECT_TRUE(within(layout.taken[i], whole)) << text_of(layout.taken[i]);
          // The positions of banner and badge are fixed.
          const bool fixed = i < (layout.banner ? 1U : 0U) + (has_badge ? 1U : 0U);
          EXPECT_TRUE(fixed || !contains(layout.taken[i], pointer)) << text_of(layout.taken[i]);
          for (std::size_t other = 0; other < i; ++other) {
            ASSERT_FALSE(overlap(layout.taken[i], layout.taken[other]))
                << text_of(layout.taken[i]) << " and " << text_of(layout.taken[other]);
          }
        }
        if (!layout.inset) continue;
        const InsetLayout& inset = *layout.inset;
        EXPECT_TRUE(within(inset.view, inset.panel));
        EXPECT_FALSE(overlap(inset.panel, {pointer.x - 5, pointer.y - 5, 11, 11}));
        for (const OverlayText& number : inset.grid.numbers) {
          EXPECT_TRUE(within(number.plate, inset.view));
        }
      }
    }
  }
}

TEST(Overlays, OfAnySizeArePainted) {
  for (const Size size : {Size{1, 1}, Size{16, 16}, Size{2, 300}, Size{300, 2}, Size{200, 130},
                          Size{5000, 40}, Size{40, 5000}, Size{3000, 2000}}) {
    for (const Point pointer : {Point{0, 0}, Point{size.width - 1, size.height - 1},
                                Point{size.width / 2, size.height / 2}}) {
      MarkPlan marks;
      marks.badge = "CAPTURED 2026-01-31 12:00:00 UTC";
      EXPECT_EQ(draw_plan(Picture(size), {marks, {kAll, pointer}}).size(), size);
    }
  }
}

TEST(Overlays, EachShowsAndNoneChangesTheDigest) {
  const Canvas canvas({192, 108});
  const Size size{512, 288};
  const DrawnPicture plain = draw_picture(resize(canvas.view(), size), {});
  for (const Overlays& on :
       {Overlays{true, false, false, false}, Overlays{false, true, false, false},
        Overlays{false, false, true, false}, Overlays{false, false, false, true}}) {
    const DrawnPicture drawn =
        draw_picture(resize(canvas.view(), size), {{}, {on, Point{100, 100}}});
    EXPECT_NE(drawn.picture.rgb(), plain.picture.rgb());
    EXPECT_EQ(drawn.plain_sha256, plain.plain_sha256);
  }
}

TEST(Overlays, ShowTheModelsPixel) {
  const Size canvas{1920, 1080};
  PictureOptions options;
  options.picture = {1280, 720};
  options.coordinates.kind = Coordinates::Kind::pixels;
  const auto pointer_after = [&](Point pixel) {
    Trace trace;
    trace.after.cursor = to_normalised({static_cast<double>(pixel.x), static_cast<double>(pixel.y)},
                                       options.coordinates, options.picture);
    return plan_picture(trace, options, canvas).overlays.pointer;
  };
  for (int x = 0; x < 1280; ++x) {
    const Point pixel{x, x * 719 / 1279};
    ASSERT_EQ(pointer_after(pixel), pixel);
  }
}
}  // namespace
}  // namespace franz::capturer
