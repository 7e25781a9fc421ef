#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>
#include "capturer/codec/png.h"
#include "tests/capturer/contact_sheet.h"
#include "tests/capturer/golden_picture.h"
#include "tests/capturer/render_sandbox.h"

namespace franz::capturer {
namespace {
using Calls = std::vector<std::string>;

constexpr Marks kNone{false, false, false}, kClassic{true, false, true};
constexpr Marks kCursor{false, true, true}, kBoth{true, true, true};
constexpr Size kUsual{512, 288}, kSmall{256, 144}, kLarger{1024, 576};

const Calls kCat = {
    "drag(300, 420, 310, 200)", "drag(310, 200, 370, 300)", "drag(370, 300, 402, 292)",
    "drag(402, 292, 433, 300)", "drag(433, 300, 495, 200)", "drag(495, 200, 500, 420)",
    "drag(300, 420, 308, 500)", "drag(308, 500, 340, 560)", "drag(340, 560, 402, 590)",
    "drag(402, 590, 465, 560)", "drag(465, 560, 495, 500)", "drag(495, 500, 500, 420)",
    "drag(332, 565, 305, 660)", "drag(305, 660, 290, 870)", "drag(473, 565, 505, 660)",
    "drag(505, 660, 515, 870)", "drag(515, 838, 560, 840)", "drag(560, 840, 630, 765)",
    "drag(630, 765, 645, 640)", "drag(645, 640, 633, 580)", "drag(633, 580, 655, 500)",
    "drag(35, 870, 965, 870)"};
const Calls kFace = {
    "left_click(360, 425)",     "left_click(446, 425)",     "drag(390, 480, 418, 480)",
    "drag(418, 480, 404, 508)", "drag(404, 508, 390, 480)", "drag(239, 456, 348, 495)",
    "drag(231, 519, 348, 512)", "drag(241, 582, 350, 530)", "drag(571, 456, 462, 495)",
    "drag(579, 519, 462, 512)", "drag(569, 582, 460, 530)"};
const Calls kInks = {"left_click(100, 200)",  "double_left_click(250, 200)",
                     "right_click(400, 200)", "drag(550, 150, 900, 250)",
                     "left_click(100, 400)",  "type(\"meow: a cat, 9 lives\")",
                     "left_click(100, 600)",  "type(\"Crème brûlée, größer\\n¿qué? 日本 🐱\")",
                     "left_click(980, 800)",  "type(\"edge\")"};

Calls many(int count) {
  Calls calls;
  for (int i = 0; i < count; ++i) {
    const auto at = [i](int step, int start) { return std::to_string((i * step + start) % 1001); };
    calls.push_back("drag(" + at(373, 91) + ", " + at(619, 57) + ", " + at(410, 91) + ", " +
                    at(672, 57) + ")");
  }
  return calls;
}

Calls close_together() {
  Calls calls;
  for (int i = 0; i < 14; ++i) {
    calls.push_back("left_click(" + std::to_string(470 + i % 5 * 14) + ", " +
                    std::to_string(440 + i / 5 * 26) + ")");
  }
  return calls;
}

TEST(GoldenPictures, AreMatchedPixelForPixel) {
  const struct {
    std::string name;
    Calls earlier, calls;
    Marks marks;
    Size size = kUsual, canvas{1920, 1080};
  } cases[] = {
      {"nothing_yet", {}, {}, kBoth, kUsual},
      {"inks_none", {}, kInks, kNone, kUsual},
      {"inks_classic", {}, kInks, kClassic, kUsual},
      {"cat_none", kCat, kFace, kNone, kUsual},
      {"cat_classic", kCat, kFace, kClassic, kUsual},
      {"cat_cursor", kCat, kFace, kCursor, kUsual},
      {"cat_both", kCat, kFace, kBoth, kUsual},
      {"cat_in_one_turn", {}, kCat, kClassic, kUsual},
      {"cat_small", kCat, kFace, kClassic, kSmall},
      {"cat_larger", kCat, kFace, kBoth, kLarger},
      {"cat_large", kCat, kFace, kBoth, {1280, 720}},
      {"cat_odd_sizes", kCat, kFace, kBoth, {640, 400}, {1366, 768}},
      {"close_together", {}, close_together(), kClassic, kUsual},
      {"thirty", {}, many(30), kClassic, kUsual},
      {"thirty_larger", {}, many(30), kClassic, kLarger},
      {"many", {}, many(60), kClassic, kUsual},
      {"edges_classic",
       {},
       {"left_click(0, 0)", "left_click(1000, 0)", "right_click(0, 1000)",
        "right_click(1000, 1000)", "left_click(500, 0)", "left_click(500, 1000)",
        "left_click(0, 500)", "drag(900, 500, 1000, 500)"},
       kClassic,
       kUsual},
      {"cursor_left", {"left_click(0, 300)"}, {"left_click(0, 600)"}, kCursor, kSmall},
      {"cursor_right", {"left_click(1000, 300)"}, {"left_click(1000, 600)"}, kCursor, kSmall},
      {"cursor_top", {"left_click(300, 0)"}, {"left_click(600, 0)"}, kCursor, kSmall},
      {"cursor_bottom", {"left_click(0, 1000)"}, {"left_click(1000, 1000)"}, kCursor, kUsual},
      {"cursor_first",
       {},
       {"drag(350, 350, 370, 290)", "drag(370, 290, 650, 350)"},
       kCursor,
       kUsual},
      {"cursor_unmoved", kCat, {}, kCursor, kUsual},
  };
  for (const auto& [name, earlier, calls, marks, size, canvas] : cases) {
    PictureOptions options;
    options.marks = marks;
    options.picture = size;
    options.canvas = canvas;
    options.time = "2026-01-31T12:00:00Z";
    // Independent of the build: without Unifont.
    const Picture actual = render_sandbox(earlier, calls, options, CellFont{}).picture;

    expect_golden(name, actual);
  }
}

// The version in Debian 12.
constexpr std::string_view kUnifont = "unifont-e147e8ccc8f5";

TEST(GoldenPictures, TheContactSheetShowsThemAll) {
  if (unifont().name != kUnifont)
    GTEST_SKIP() << "this build has " << unifont().name << ", the golden picture another Unifont";
  expect_golden("contact_sheet", contact_sheet());
}

// Scripts of the Basic Multilingual Plane.
TEST(GoldenPictures, OtherScriptsAreDrawnByUnifont) {
  if (unifont().name != kUnifont)
    GTEST_SKIP() << "this build has " << unifont().name << ", the golden picture another Unifont";
  const Calls calls = {
      "left_click(20, 90)",
      "type(\"日本語のテキスト、猫がいる。中文：你好\")",
      "left_click(20, 270)",
      "type(\"한국어 안녕하세요 Русский Ελληνικά €\")",
      "left_click(20, 450)",
      "type(\"ไทย ที่นี่ สวัสดี हिन्दी नमस्ते\")",
      "left_click(20, 630)",
      "type(\"עברית שָׁלוֹם العربية ½→≠∞ ☺♥\")",
      "left_click(20, 810)",
      "type(\"é e\u0301 Zo\u0308e カ\u3099 Œuf\\n🐱 wraps: 吾輩は猫である。名前は\")"};
  PictureOptions options;
  options.marks = kClassic;
  options.picture = kUsual;
  options.time = "2026-01-31T12:00:00Z";
  expect_golden("scripts", render_sandbox({}, calls, options).picture);
}
}  // namespace
}  // namespace franz::capturer
