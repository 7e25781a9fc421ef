#include "tests/capturer/contact_sheet.h"
#include <algorithm>
#include <string>
#include <vector>
#include "capturer/desktop/desktop_picture.h"
#include "capturer/render/font.h"
#include "capturer/render/mask.h"
#include "common/base/utf8.h"
#include "tests/capturer/render_sandbox.h"

namespace franz::capturer {
namespace {
using Calls = std::vector<std::string>;

// Three pictures of the usual size side by side, with gaps and margins. The height is enough for
// all sections; the rest is cut off.
constexpr int kWidth = 1664, kHeight = 5120, kMargin = 40, kGap = 24;
constexpr Color kGround{0x1A, 0x1E, 0x25}, kPanel{0x2C, 0x33, 0x3D}, kAccent{0xE0, 0x4B, 0x3C};
constexpr Color kTitle{0xAD, 0xB6, 0xC4}, kLetter{255, 255, 255};
constexpr int kTitleDot = 2, kTitleHeight = 28, kSectionDot = 3, kSectionHeight = 68;
constexpr int kNameDot = 6, kNameHeight = 96, kFontDot = 3, kFontPitch = 40;

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
  explicit Sheet(const std::string& name) : picture_({kWidth, kHeight}), mask_({kWidth, kHeight}) {
    fill({0, 0}, {kWidth, kHeight}, kGround);
    text(name, {kMargin, kMargin + 3 * kNameDot}, kNameDot, kLetter);
    y_ = kMargin + kNameHeight;
  }

  // Starts a section below the existing ones: its name, and a line across the sheet.
  void section(const std::string& name) {
    next_row();
    y_ += kGap / 2;
    fill({kMargin, y_}, {kSectionDot * 2, kSectionDot * 10}, kAccent);
    text(name, {kMargin + kSectionDot * 5, y_ + kSectionDot * 2}, kSectionDot, kLetter);
    fill({kMargin, y_ + kSectionDot * 13}, {kWidth - 2 * kMargin, 1}, kPanel);
    y_ += kSectionHeight;
  }

  // Writes a centred line of the font.
  void write(const std::string& line) {
    const int width = text_width(line) * kFontDot;
    text(line, {(kWidth - width) / 2, y_ + 4 * kFontDot}, kFontDot, kLetter);
    y_ += kFontPitch;
  }

  // Adds a framed panel with a title, next to the last one.
  void panel(const std::string& title, const Picture& picture) {
    const auto [width, height] = picture.size();
    if (x_ + width + kMargin > kWidth) next_row();
    text(title, {x_, y_ + kTitleDot * 3}, kTitleDot, kTitle);
    fill({x_ - 1, y_ + kTitleHeight - 1}, {width + 2, height + 2}, kPanel);
    picture_.place(picture, {x_, y_ + kTitleHeight});
    x_ += width + kGap;
    row_height_ = std::max(row_height_, kTitleHeight + height + kGap);
  }

  void skip() { y_ += kGap; }

  void next_row() {
    x_ = kMargin;
    y_ += row_height_;
    row_height_ = 0;
  }

  // Returns the sheet, cut to its content.
  Picture take() {
    next_row();
    const int height = std::min(kHeight, y_ + kMargin - kGap);
    Picture sheet({kWidth, height});
    sheet.place(picture_, {0, 0});
    return sheet;
  }

 private:
  void fill(Point corner, Size size, Color color) {
    mask_.rectangle(corner, size);
    picture_.paint(mask_, color);
  }
  void text(const std::string& line, Point at, int dot, Color color) {
    mask_.dots(text_runs(line), at, dot);
    picture_.paint(mask_, color);
  }

  Picture picture_;
  Mask mask_;
  int x_ = kMargin, y_ = 0, row_height_ = 0;
};

Picture show(const Calls& earlier, const Calls& calls, Marks marks, Size size = {512, 288},
             Overlays overlays = {}, const CellFont& cells = unifont()) {
  PictureOptions options;
  options.marks = marks;
  options.overlays = overlays;
  options.picture = size;
  options.time = "2026-01-31T12:00:00Z";
  return render_sandbox(earlier, calls, options, cells).picture;
}

void write_font(Sheet& sheet) {
  std::string line;
  const auto write = [&](char32_t first, char32_t last) {
    line.clear();
    for (char32_t code = first; code <= last; ++code) append_utf8(line, code);
    sheet.write(line);
  };
  write(0x21, 0x4F);
  write(0x50, 0x7E);
  write(0xA1, 0xCF);
  write(0xD0, 0xFF);
  line = "no glyph: ";
  for (const unsigned code : {0x07U, 0x9FU, 0xD83DU, 0x1F431U}) append_utf8(line, code);
  sheet.write(line);
  sheet.skip();
}

enum class Ground { white, red, busy };

// Possible content of a real screen below the marks.
Picture ground(Ground kind, Size size) {
  Picture picture(size);
  for (int y = 0; y < size.height; ++y) {
    std::uint8_t* channel = picture.row(y);
    for (int x = 0; x < size.width; ++x) {
      const int wave = (x * x / 37 + y * y / 23) / 16 % 64, shade = wave < 32 ? wave : 63 - wave;
      const bool stripe = (x / 6 + y / 9) % 2 == 0;
      Color color{255, 255, 255};
      switch (kind) {
        case Ground::white: break;
        case Ground::red: color = {0xD0, 0x36, 0x2C}; break;
        case Ground::busy:
          color = {static_cast<std::uint8_t>(90 + shade * 4 + (stripe ? 30 : 0)),
                   static_cast<std::uint8_t>(60 + x * 120 / size.width + shade),
                   static_cast<std::uint8_t>(40 + y * 150 / size.height)};
          break;
      }
      *channel++ = color.red;
      *channel++ = color.green;
      *channel++ = color.blue;
    }
  }
  return picture;
}

// All marks of a real screen, side by side.
Picture show_screen(Ground kind, Size size) {
  PictureOptions options;
  options.surface = "desktop";
  options.picture = size;
  options.marks = {true, true, true};
  options.time = "2026-01-31T12:00:00Z";
  const Calls calls = {"left_click(100, 250)",   "double_left_click(260, 250)",
                       "triple_click(420, 250)", "right_click(580, 250)",
                       "middle_click(740, 250)", "scroll(900, 250, -3)",
                       "hscroll(100, 600, 2)",   "drag(250, 560, 400, 680)",
                       "left_click(560, 600)",   "type(\"Ada\")",
                       "move(800, 600)"};
  const Screen area{0, 0, size.width, size.height};
  const DesktopTurn turn{
      actions_of(calls), {}, area, Point{size.width * 4 / 5, size.height * 3 / 5}};
  return draw_picture(ground(kind, size), plan_desktop_picture(turn, options)).picture;
}
}  // namespace

Picture contact_sheet(const CellFont& cells) {
  constexpr Marks kNone{false, false, false}, kClassic{true, false, true};
  constexpr Marks kCursor{false, true, true}, kBoth{true, true, true};
  constexpr Size kUsual{512, 288}, kSmall{256, 144}, kLarger{1024, 576};
  constexpr Overlays kAll{true, true, true, true};
  Sheet sheet("What the model sees");

  sheet.section("The font: ASCII and Latin-1");
  write_font(sheet);

  sheet.section("Ink");
  const Calls inks = {"left_click(100, 200)",  "double_left_click(250, 200)",
                      "right_click(400, 200)", "drag(550, 150, 900, 250)",
                      "left_click(100, 400)",  "type(\"meow: a cat, 9 lives\")",
                      "left_click(100, 600)",  "type(\"Crème brûlée à l'œuf, größer\")",
                      "left_click(100, 800)",  "type(\"日本語 🐱 ÅÉÑÖÜ ¿qué?\")"};
  const Calls long_text = {"left_click(250, 150)",
                           "type(\"wraps between words at the right edge, and a newline\\nbegins "
                           "a line; averyverylongwordthatfillsitsline is broken\")",
                           "left_click(990, 900)", "type(\"edge\")"};
  const Calls scripts = {"left_click(20, 90)",  "type(\"日本語のテキスト 中文：你好，世界\")",
                         "left_click(20, 250)", "type(\"한국어 안녕하세요 ひらがな カタカナ\")",
                         "left_click(20, 410)", "type(\"Русский Ελληνικά Հայերեն ქართული\")",
                         "left_click(20, 570)", "type(\"ไทย สวัสดี हिन्दी नमस्ते বাংলা தமிழ்\")",
                         "left_click(20, 730)", "type(\"עברית العربية አማርኛ ᏣᎳᎩ ⠃⠗\")",
                         "left_click(20, 890)", "type(\"€ ½ → ≠ ∞ ∑ ☺ ♥ ♫ ★ ┌─┬┐ ﬁ Œ\")"};
  const auto with_cells = [&](const Calls& calls, Marks marks) {
    return show({}, calls, marks, kUsual, {}, cells);
  };
  sheet.panel("all inks", with_cells(inks, kNone));
  sheet.panel("long text", with_cells(long_text, kNone));
  sheet.panel(cells.ranges.empty() ? "other scripts: boxes" : "other scripts: GNU Unifont",
              with_cells(scripts, kNone));
  sheet.panel("a cat", show(cat(), face(), kNone));
  sheet.panel("a cat's face, marked", show(cat(), face(), kClassic));
  sheet.panel("a whole cat in one turn", show({}, cat(), kClassic));

  sheet.section("Marks");
  sheet.panel("of all inks", with_cells(inks, kClassic));
  sheet.panel("of long text, with the pointer", with_cells(long_text, kBoth));
  sheet.panel("edges and corners",
              show({},
                   {"left_click(0, 0)", "left_click(1000, 0)", "right_click(0, 1000)",
                    "right_click(1000, 1000)", "left_click(500, 0)", "left_click(500, 1000)",
                    "left_click(0, 500)", "drag(900, 500, 1000, 500)"},
                   kClassic));
  sheet.panel("clicks close together", show({}, cluster(), kClassic));
  sheet.panel("one short of everything",
              show({},
                   {"drag(500, 500, 500, 500)", "drag(520, 500, 526, 504)",
                    "drag(560, 500, 580, 500)", "drag(620, 500, 660, 560)", "right_click(300, 300)",
                    "double_left_click(300, 600)", "type(\"x\")", "type(\"\")"},
                   kClassic));
  sheet.panel("30 actions", show({}, scattered(30), kClassic));
  sheet.panel("60 actions", show({}, scattered(60), kClassic));
  sheet.panel("600 actions", show({}, scattered(600), kClassic));
  sheet.panel("nothing done", show({}, {}, kBoth));

  sheet.section("Marks on a real screen");
  sheet.panel("on white", show_screen(Ground::white, kUsual));
  sheet.panel("on red", show_screen(Ground::red, kUsual));
  sheet.panel("on a busy ground", show_screen(Ground::busy, kUsual));

  sheet.section("The pointer");
  const struct {
    const char *title, *first, *last;
  } pointers[] = {{"moved", "left_click(300, 300)", "left_click(600, 500)"},
                  {"at the left", "left_click(0, 300)", "left_click(0, 600)"},
                  {"at the right", "left_click(1000, 300)", "left_click(1000, 600)"},
                  {"at the top", "left_click(300, 0)", "left_click(600, 0)"},
                  {"at the bottom", "left_click(200, 1000)", "left_click(500, 1000)"}};
  for (const auto& [title, first, last] : pointers) {
    sheet.panel(title, show({first}, {last}, kCursor, kSmall));
  }
  sheet.next_row();
  sheet.panel("at a corner", show({"left_click(0, 1000)"}, {"left_click(1000, 1000)"}, kCursor));
  sheet.panel("over its badge", show({"left_click(480, 960)"}, {"left_click(500, 950)"}, kBoth));
  sheet.panel("with marks", show(cat(), face(), kBoth));

  sheet.section("Sizes and overlays");
  const Calls moved{"move(250, 750)"};
  sheet.panel("larger", show(cat(), face(), kBoth, kLarger));
  sheet.panel("overlays and marks", show(cat(), face() + moved, kBoth, kUsual, kAll));
  sheet.next_row();
  sheet.panel("overlays", show(cat(), face() + Calls{"move(500, 200)"}, kNone, {1280, 720}, kAll));
  sheet.panel("small", show(cat(), face(), kClassic, kSmall));
  return sheet.take();
}
}  // namespace franz::capturer
