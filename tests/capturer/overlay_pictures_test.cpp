// The overlays on a picture with typical screen content: dark, white and medium backgrounds, text
// and small coloured parts.
#include <gtest/gtest.h>
#include <cstdint>
#include <string>
#include <vector>
#include "capturer/capture_turn.h"
#include "capturer/render/font.h"
#include "tests/capturer/golden_picture.h"
#include "tests/capturer/render_sandbox.h"

namespace franz::capturer {
namespace {
constexpr Overlays kAll{true, true, true, true};

// A desk with a window, at any size.
Picture desk(Size size) {
  Picture picture(size);
  Mask mask(size);
  const auto box = [&](int left, int top, int width, int height, Color color) {
    const auto across = [&](int value) { return value * size.width / 1280; };
    const auto down = [&](int value) { return value * size.height / 720; };
    mask.rectangle({across(left), down(top)}, {across(width), down(height)});
    picture.paint(mask, color);
  };
  box(0, 0, 1280, 720, {0x2B, 0x3A, 0x55});
  box(700, 0, 580, 720, {0x6E, 0x7B, 0x6A});
  box(0, 680, 1280, 40, {0x12, 0x14, 0x18});
  box(180, 90, 760, 480, {0xFF, 0xFF, 0xFF});
  box(180, 90, 760, 32, {0xD7, 0xDC, 0xE4});
  box(912, 98, 16, 16, {0xC0, 0x39, 0x2B});
  for (int i = 0; i < 6; ++i) box(210 + i * 70, 140, 54, 24, {0xE9, 0xEE, 0xF5});
  box(210, 140, 54, 24, {0x2E, 0x6F, 0xD8});
  box(640, 340, 220, 150, {0x1E, 0x1E, 0x1E});
  box(660, 360, 60, 60, {0xF2, 0xB1, 0x34});
  box(740, 360, 60, 60, {0x3F, 0xA3, 0x5B});
  const int dot = size.width >= 1000 ? 2 : 1;
  const char* const lines[] = {"Meeting notes, 31 January", "- the grid is read from afar",
                               "- the cross-hair shows the pointer", "- the inset shows pixels",
                               "- the banner tells the size"};
  for (int i = 0; i < 5; ++i) {
    mask.dots(text_runs(lines[i]), {210 * size.width / 1280, (200 + i * 40) * size.height / 720},
              dot);
    picture.paint(mask, {0x22, 0x22, 0x22});
  }
  return picture;
}

Picture white(Size size) {
  Picture picture(size);
  Mask mask(size);
  mask.rectangle({0, 0}, size);
  picture.paint(mask, {255, 255, 255});
  return picture;
}

Picture with_overlays(const Picture& plain, const Overlays& on, Point pointer,
                      const MarkPlan& marks = {}) {
  return draw_plan(plain, {marks, {on, pointer}});
}

MarkPlan badge_only() {
  MarkPlan marks;
  marks.badge = badge_text("2026-01-31T12:00:00Z");
  return marks;
}

TEST(OverlayPictures, AreMatchedPixelForPixel) {
  const Picture large = desk({1280, 720}), usual = desk({512, 288});
  const struct {
    std::string name;
    const Picture& plain;
    Overlays on;
    Point pointer;
    MarkPlan marks = {};
  } cases[] = {
      {"overlay_grid", large, {true, false, false, false}, {640, 360}},
      {"overlay_crosshair", large, {false, true, false, false}, {668, 400}},
      {"overlay_inset", large, {false, false, true, false}, {668, 400}},
      {"overlay_banner", large, {false, false, false, true}, {640, 360}, badge_only()},
      {"overlay_all", large, kAll, {668, 400}, badge_only()},
      {"overlay_all_usual", usual, kAll, {267, 160}, badge_only()},
      {"overlay_top_left", usual, kAll, {0, 0}},
      {"overlay_top_right", usual, kAll, {505, 6}},
      {"overlay_bottom_left", usual, kAll, {3, 280}},
      {"overlay_bottom_right", usual, kAll, {511, 287}, badge_only()},
      {"overlay_white", white({640, 360}), kAll, {400, 150}, badge_only()},
      {"overlay_small", desk({256, 144}), kAll, {133, 80}},
  };
  for (const auto& [name, plain, on, pointer, marks] : cases) {
    expect_golden(name, with_overlays(plain, on, pointer, marks));
  }
}

TEST(OverlayPictures, StayLegibleBelowTheMarks) {
  const std::vector<std::string> earlier = {"drag(300, 420, 310, 200)", "drag(310, 200, 370, 300)"};
  const std::vector<std::string> calls = {
      "left_click(360, 425)",     "left_click(446, 425)",     "drag(390, 480, 418, 480)",
      "drag(418, 480, 404, 508)", "drag(404, 508, 390, 480)", "drag(35, 960, 965, 960)",
      "drag(571, 456, 462, 495)", "drag(579, 519, 462, 512)", "drag(569, 582, 460, 530)",
      "left_click(640, 230)",     "type(\"meow\")",           "move(500, 500)"};
  PictureOptions options;
  options.overlays = kAll;
  options.marks = {true, true, true};
  options.time = "2026-01-31T12:00:00Z";
  for (const auto& [name, size] : {std::pair{"overlay_marks", Size{1280, 720}},
                                   std::pair{"overlay_marks_usual", Size{512, 288}}}) {
    options.picture = size;
    expect_golden(name, render_sandbox(earlier, calls, options).picture);
  }
}
}  // namespace
}  // namespace franz::capturer
