// Work in ordinary programs, checked in the files that they save.
#include <algorithm>
#include <cstdlib>
#include "common/base/json_string.h"
#include "common/desktop/screen_view.h"
#include "common/os/files.h"
#include "common/os/temporary_folder.h"
#include "common/picture/picture_pixels.h"
#include "tests/executor/desktop/shown_program.h"

namespace franz::executor {
namespace {
struct Rgb {
  int r, g, b;
  bool operator==(const Rgb&) const = default;
};
constexpr Rgb kPaper{10, 200, 90};  // used nowhere else on the screen
constexpr Size kPaperSize{200, 150};
constexpr std::size_t kMaxFile = 1U << 20U;

class X11Programs : public ScreenTest {
 protected:
  void SetUp() override {
    ScreenTest::SetUp();
    auto folder = TemporaryFolder::make("programs");
    ASSERT_TRUE(folder.ok());
    folder_ = std::move(folder).value();
  }

  std::string path(const std::string& name) const { return folder_->path() + "/" + name; }

  // A program with its own home folder, without settings of earlier runs.
  std::unique_ptr<ShownProgram> show(const std::string& program, const std::string& file) {
    return std::make_unique<ShownProgram>(
        *shared_, "env", std::vector<std::string>{"HOME=" + folder_->path(), program, path(file)});
  }

  std::string saved(const std::string& name) const {
    const Result<std::string> text = read_file(path(name), kMaxFile);
    return text.ok() ? text.value() : "(" + text.error().message + ")";
  }

  // The paper's upper left pixel on the screen. Nothing: the program has not painted the whole
  // lower and right edge yet; another window may hide the rest.
  std::optional<Point> paper() {
    const auto view = open_screen_view(display());
    if (!view.ok()) return std::nullopt;
    const Result<ScreenPixels> pixels = view.value()->grab(kWholeScreen);
    if (!pixels.ok()) return std::nullopt;
    const auto is_paper = [&](int x, int y) {
      const std::uint8_t* const bgrx =
          &pixels.value().bgrx[static_cast<std::size_t>(y * kWholeScreen.width + x) * 4];
      return Rgb{bgrx[2], bgrx[1], bgrx[0]} == kPaper;
    };
    Point last{-1, -1};
    for (int y = 0; y < kWholeScreen.height; ++y)
      for (int x = 0; x < kWholeScreen.width; ++x)
        if (is_paper(x, y)) last = {std::max(x, last.x), y};
    const Point first{last.x + 1 - kPaperSize.width, last.y + 1 - kPaperSize.height};
    if (first.x < 0 || first.y < 0) return std::nullopt;
    for (int x = first.x; x <= last.x; ++x)
      if (!is_paper(x, last.y)) return std::nullopt;
    for (int y = first.y; y <= last.y; ++y)
      if (!is_paper(last.x, y)) return std::nullopt;
    return first;
  }

  std::string drag(Point from, Point to) {
    const auto y = [](int pixel) {
      return python_repr(pixel * kFullScale / (kWholeScreen.height - 1));
    };
    return perform("drag(" + std::to_string(from.x) + ", " + y(from.y) + ", " +
                   std::to_string(to.x) + ", " + y(to.y) + ")");
  }

  std::unique_ptr<TemporaryFolder> folder_;
};
}  // namespace

TEST_F(X11Programs, WritesCorrectsAndSavesInAnEditor) {
  const std::string text = "Grüße aus Köln\n吾輩は猫である。\n🐈 and a tab:\tend\n";
  ASSERT_TRUE(write_new_file(path("note.txt"), "old\n").ok());
  const auto editor = show("l3afpad", "note.txt");
  ASSERT_TRUE(is_shown("note.txt") && has_focus("note.txt"));
  for (const std::string& call :
       {std::string("hotkey(\"ctrl\", \"a\")"), "type(" + quote_json(text) + ")",
        std::string("hotkey(\"ctrl\", \"Home\")"), std::string("press(\"Delete\")"),
        std::string("type(\"g\")"), std::string("hotkey(\"ctrl\", \"End\")"),
        std::string("paste(\"pasted ü 東\\n\")"), std::string("hotkey(\"ctrl\", \"s\")")})
    ASSERT_TRUE(perform(call).starts_with("done")) << call;
  const std::string expected = "g" + text.substr(1) + "pasted ü 東\n";
  EXPECT_TRUE(wait_until([&] { return saved("note.txt") == expected; })) << saved("note.txt");
}

TEST_F(X11Programs, DrawsALineInADrawingProgram) {
  const auto magick = shared_->run(
      "convert", {"-size", "200x150", "xc:rgb(10,200,90)", "PNG24:" + path("paper.png")});
  ASSERT_TRUE(magick.ok()) << magick.error().message;
  const auto program = show("mtpaint", "paper.png");
  // Its second window appears later and takes the focus.
  ASSERT_TRUE(is_shown("Settings Toolbar") && has_focus("paper.png"));
  std::optional<Point> place;
  ASSERT_TRUE(wait_until([&] { return (place = paper()).has_value(); }));
  ASSERT_EQ(perform("press(\"F4\")"), "done");  // mtPaint's brush; it starts with selection
  const Point from{60, 100}, to{180, 120};      // paper coordinates
  ASSERT_EQ(drag({place->x + from.x, place->y + from.y}, {place->x + to.x, place->y + to.y}),
            "done");
  const std::string before = saved("paper.png");
  ASSERT_EQ(perform("hotkey(\"ctrl\", \"s\")"), "done");
  Result<PicturePixels> drawn = Error{"not saved"};
  ASSERT_TRUE(wait_until([&] {
    const std::string now = saved("paper.png");
    if (now != before) drawn = decode_png(now);
    return drawn.ok();
  })) << drawn.error().message;
  ASSERT_EQ(drawn.value().width, kPaperSize.width);
  for (int x = 0; x < kPaperSize.width; ++x) {
    int lowest = -1, highest = kPaperSize.height;
    for (int y = 0; y < kPaperSize.height; ++y) {
      const unsigned char* const rgb =
          &drawn.value().rgb[static_cast<std::size_t>(y * kPaperSize.width + x) * 3];
      if (Rgb{rgb[0], rgb[1], rgb[2]} == kPaper) continue;
      lowest = std::max(lowest, y);
      highest = std::min(highest, y);
    }
    if (x < from.x || x > to.x) {
      EXPECT_EQ(lowest, -1) << "ink beside the line, x = " << x;
      continue;
    }
    const int middle = from.y + (to.y - from.y) * (x - from.x) / (to.x - from.x);
    EXPECT_GE(highest, middle - 1) << x;
    EXPECT_LE(lowest, middle + 1) << x;
    EXPECT_NE(lowest, -1) << "a gap in the line, x = " << x;
  }
}
}  // namespace franz::executor
