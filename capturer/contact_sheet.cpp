#include "capturer/contact_sheet.h"
#include <algorithm>
#include <string>
#include <vector>
#include "capturer/render/font.h"
#include "capturer/render/mask.h"
#include "capturer/sandbox/render_sandbox.h"
#include "common/base/utf8.h"

namespace franz::capturer {
namespace {
using Calls = std::vector<std::string>;

constexpr int kWidth = 1600, kHeight = 3760, kGap = 16;
constexpr Color kGround{0x1A, 0x1E, 0x25}, kTitle{0xAD, 0xB6, 0xC4}, kLetter{255, 255, 255};
constexpr int kTitleDot = 2, kTitleHeight = 28, kFontDot = 3, kFontPitch = 40;

std::string call(const std::string& tool, std::initializer_list<int> numbers) {
  std::string text = tool + "(";
  for (const int number : numbers)
    text += (text.back() == '(' ? "" : ", ") + std::to_string(number);
  return text + ")";
}

// A drag from each place to the next: x, y, x, y, …
Calls path(std::initializer_list<int> places) {
  const std::vector<int> at(places);
  Calls calls;
  for (std::size_t i = 0; i + 3 < at.size(); i += 2) {
    calls.push_back(call("drag", {at[i], at[i + 1], at[i + 2], at[i + 3]}));
  }
  return calls;
}

Calls operator+(Calls calls, const Calls& more) {
  calls.insert(calls.end(), more.begin(), more.end());
  return calls;
}

Calls cat() {
  return path({300, 420, 310, 200, 370, 300}) + path({433, 300, 495, 200, 500, 420}) +
         path({370, 300, 402, 292, 433, 300}) +
         path({300, 420, 308, 500, 340, 560, 402, 590, 465, 560, 495, 500, 500, 420}) +
         path({332, 565, 305, 660, 290, 770, 293, 870}) +
         path({473, 565, 505, 660, 520, 770, 515, 870}) +
         path({515, 838, 560, 840, 600, 815, 630, 765, 647, 700, 645, 640, 633, 580, 655, 500, 685,
               505}) +
         path({379, 870, 375, 717, 402, 675, 430, 717, 426, 870}) + path({35, 870, 965, 870});
}

Calls face() {
  return Calls{"left_click(360, 425)", "left_click(446, 425)"} +
         path({390, 480, 418, 480, 404, 508, 390, 480}) + path({239, 456, 348, 495}) +
         path({231, 519, 348, 512}) + path({241, 582, 350, 530}) + path({571, 456, 462, 495}) +
         path({579, 519, 462, 512}) + path({569, 582, 460, 530});
}

Calls scattered(int count) {
  Calls calls;
  for (int i = 0; i < count; ++i) {
    const int x = (i * 373 + 91) % 1001, y = (i * 619 + 57) % 1001;
    calls.push_back(call("drag", {x, y, (x + i * 37) % 1001, (y + i * 53) % 1001}));
  }
  return calls;
}

Calls cluster() {
  Calls calls;
  for (int i = 0; i < 14; ++i)
    calls.push_back(call("left_click", {470 + i % 5 * 14, 440 + i / 5 * 26}));
  return calls;
}

class Sheet {
 public:
  Sheet() : picture_({kWidth, kHeight}), mask_({kWidth, kHeight}) {
    mask_.rectangle({0, 0}, {kWidth, kHeight});
    picture_.paint(mask_, kGround);
  }

  void write(const std::string& text, int dot, Color color, int pitch) {
    mask_.dots(text_runs(text), {kGap, y_ + 4 * dot}, dot);
    picture_.paint(mask_, color);
    y_ += pitch;
  }

  // Panels beside each other, each under its title.
  void panel(const std::string& title, const Picture& picture) {
    if (x_ + picture.size().width + kGap > kWidth) next_row();
    mask_.dots(text_runs(title), {x_, y_ + kTitleDot * 3}, kTitleDot);
    picture_.paint(mask_, kTitle);
    picture_.place(picture, {x_, y_ + kTitleHeight});
    x_ += picture.size().width + kGap;
    row_height_ = std::max(row_height_, kTitleHeight + picture.size().height + kGap);
  }

  void next_row() {
    x_ = kGap;
    y_ += row_height_;
    row_height_ = 0;
  }

  Picture take() { return std::move(picture_); }

 private:
  Picture picture_;
  Mask mask_;
  int x_ = kGap, y_ = 8, row_height_ = 0;
};

Picture show(const Calls& earlier, const Calls& calls, Marks marks, Size size = {512, 288},
             Overlays overlays = {}) {
  PictureOptions options;
  options.marks = marks;
  options.overlays = overlays;
  options.picture = size;
  options.time = "2026-01-31T12:00:00Z";
  return render_sandbox(earlier, calls, options).picture;
}

void write_font(Sheet& sheet) {
  std::string line;
  const auto write = [&](char32_t first, char32_t last) {
    line.clear();
    for (char32_t code = first; code <= last; ++code) append_utf8(line, code);
    sheet.write(line, kFontDot, kLetter, kFontPitch);
  };
  write(0x20, 0x4F);
  write(0x50, 0x7E);
  write(0xA1, 0xCF);
  write(0xD0, 0xFF);
  line = "no glyph: ";
  for (const char32_t code : {0x07, 0x9F, 0x20AC, 0x732B, 0xD83D, 0x1F431}) append_utf8(line, code);
  sheet.write(line, kFontDot, kLetter, kFontPitch);
}
}  // namespace

Picture contact_sheet() {
  constexpr Marks kNone{false, false, false}, kClassic{true, false, true};
  constexpr Marks kCursor{false, true, true}, kBoth{true, true, true};
  constexpr Size kSmall{256, 144};
  Sheet sheet;
  write_font(sheet);

  const Calls inks = {"left_click(100, 200)",  "double_left_click(250, 200)",
                      "right_click(400, 200)", "drag(550, 150, 900, 250)",
                      "left_click(100, 400)",  "type(\"meow: a cat, 9 lives\")",
                      "left_click(100, 600)",  "type(\"Crème brûlée à l'Œuf, größer\")",
                      "left_click(100, 800)",  "type(\"日本 🐱 ÅÉÑÖÜ ¿qué?\")"};
  const Calls long_text = {"left_click(250, 150)",
                           "type(\"wraps between words at the right edge, and a newline\\nbegins "
                           "a line; averyverylongwordthatfillsitsline is broken\")",
                           "left_click(990, 900)", "type(\"edge\")"};
  sheet.panel("all inks, no marks", show({}, inks, kNone));
  sheet.panel("all inks, classic", show({}, inks, kClassic));
  sheet.panel("long text, both", show({}, long_text, kBoth));

  sheet.panel("a cat, no marks", show(cat(), face(), kNone));
  sheet.panel("a cat's face, classic", show(cat(), face(), kClassic));
  sheet.panel("a cat's face, both", show(cat(), face(), kBoth));

  sheet.panel("a whole cat in one turn", show({}, cat(), kClassic));
  sheet.panel("clicks close together", show({}, cluster(), kClassic));
  sheet.panel("one short of everything",
              show({},
                   {"drag(500, 500, 500, 500)", "drag(520, 500, 526, 504)",
                    "drag(560, 500, 580, 500)", "drag(620, 500, 660, 560)", "right_click(300, 300)",
                    "double_left_click(300, 600)", "type(\"x\")", "type(\"\")"},
                   kClassic));

  sheet.panel("60 actions", show({}, scattered(60), kClassic));
  sheet.panel("600 actions", show({}, scattered(600), kClassic));
  sheet.panel("edges and corners",
              show({},
                   {"left_click(0, 0)", "left_click(1000, 0)", "right_click(0, 1000)",
                    "right_click(1000, 1000)", "left_click(500, 0)", "left_click(500, 1000)",
                    "left_click(0, 500)", "drag(900, 500, 1000, 500)"},
                   kClassic));

  const struct {
    const char *title, *first, *last;
  } pointers[] = {{"cursor", "left_click(300, 300)", "left_click(600, 500)"},
                  {"at the left", "left_click(0, 300)", "left_click(0, 600)"},
                  {"at the right", "left_click(1000, 300)", "left_click(1000, 600)"},
                  {"at the top", "left_click(300, 0)", "left_click(600, 0)"},
                  {"at the bottom", "left_click(200, 1000)", "left_click(500, 1000)"}};
  for (const auto& [title, first, last] : pointers) {
    sheet.panel(title, show({first}, {last}, kCursor, kSmall));
  }
  sheet.next_row();
  sheet.panel("cursor at a corner",
              show({"left_click(0, 1000)"}, {"left_click(1000, 1000)"}, kCursor));
  sheet.panel("cursor over its badge",
              show({"left_click(480, 960)"}, {"left_click(500, 950)"}, kBoth));
  sheet.panel("nothing done", show({}, {}, kBoth));
  sheet.panel("small", show(cat(), face(), kClassic, kSmall));
  sheet.panel("larger", show(cat(), face(), kBoth, {960, 540}));

  constexpr Overlays kAll{true, true, true, true};
  sheet.next_row();
  sheet.panel("overlays", show(cat(), face() + Calls{"move(500, 200)"}, kNone, {1280, 720}, kAll));
  sheet.panel("small", show(cat(), face(), kNone, kSmall, kAll));
  sheet.next_row();
  const Calls moved{"move(250, 750)"};
  sheet.panel("overlays and marks", show(cat(), face() + moved, kBoth, {512, 288}, kAll));
  return sheet.take();
}
}  // namespace franz::capturer
