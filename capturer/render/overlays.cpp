#include "capturer/render/overlays.h"
#include <algorithm>
#include "capturer/render/overlay_layout.h"

namespace franz::capturer {
namespace {
// The overlay colours: a cyan that is visible on black and on white, a light one for texts, a dark
// one.
constexpr Color kLineColor{0x14, 0xAE, 0xC8}, kBright{0x8C, 0xEF, 0xFF};
constexpr Color kText{0xE6, 0xFB, 0xFF}, kMinorText{0xA8, 0xDF, 0xEA}, kDark{0x04, 0x24, 0x2D};
// Hatching in the inset beyond the picture's edge.
constexpr Color kOutside[]{{0x2E, 0x3D, 0x43}, {0x48, 0x5A, 0x62}};

constexpr int kMinorAlpha = 95, kMajorAlpha = 190, kMajorRimAlpha = 70;
constexpr int kInsetMinorAlpha = 110, kInsetMajorAlpha = 215;
constexpr int kCrosshairAlpha = 235, kCrosshairRimAlpha = 150;
constexpr int kPlateAlpha = 205, kBannerAlpha = 185;
constexpr int kCrosshairGap = 5;  // pixels at scale 1; the pointer's pixel stays visible

class Painter {
 public:
  Painter(MarkSheet& sheet, int line) : sheet_(sheet), line_(line) {}

  void grid(const GridLayout& grid, const Box& area, int minor_alpha, int major_alpha) {
    lines(grid, area, false, 0);
    paint(kLineColor, minor_alpha);
    lines(grid, area, true, line_);
    paint(kDark, kMajorRimAlpha);
    lines(grid, area, true, 0);
    paint(kLineColor, major_alpha);
  }

  void crosshair(Point at) {
    arms(at, line_);
    paint(kDark, kCrosshairRimAlpha);
    arms(at, 0);
    paint(kBright, kCrosshairAlpha);
  }

  void inset(const InsetLayout& inset, const Picture& magnified) {
    fill(inset.panel);
    paint(kDark, 255);
    const Box frame = shrunk(inset.panel, line_);
    border(frame);
    paint(kLineColor, 255);
    sheet_.picture.place(magnified, {inset.view.left, inset.view.top});
    grid(inset.grid, inset.view, kInsetMinorAlpha, kInsetMajorAlpha);
    texts(inset.grid.numbers);
    // Marks the pointer's pixel with a light frame in a dark one.
    const Box cell{inset.view.left + (inset.at.x - inset.first.x) * kInsetZoom,
                   inset.view.top + (inset.at.y - inset.first.y) * kInsetZoom, kInsetZoom,
                   kInsetZoom};
    border(shrunk(cell, -2 * line_));
    paint(kDark, 255);
    border(shrunk(cell, -line_));
    paint(kBright, 255);
    if (inset.legend) letters(*inset.legend, kText);
  }

  void banner(const Box& box, const OverlayText& text) {
    fill(box);
    paint(kDark, kBannerAlpha);
    letters(text, kText);
  }

  void label(const OverlayText& text) {
    fill(text.plate);
    paint(kDark, kPlateAlpha);
    letters(text, kBright);
  }

  // Numbers on their plates. They do not overlap, so all plates are painted together.
  void texts(const std::vector<OverlayText>& numbers) {
    for (const OverlayText& number : numbers) fill(number.plate);
    paint(kDark, kPlateAlpha);
    for (const bool mini : {true, false}) {
      for (const OverlayText& number : numbers) {
        if (number.mini == mini) add_letters(number);
      }
      paint(mini ? kMinorText : kText, 255);
    }
  }

 private:
  static Box shrunk(const Box& box, int by) {
    return {box.left + by, box.top + by, box.width - 2 * by, box.height - 2 * by};
  }

  void paint(Color color, int alpha) { sheet_.picture.paint(sheet_.mask, color, alpha); }

  void fill(const Box& box) {
    if (box.width <= 0 || box.height <= 0) return;
    sheet_.mask.rectangle({box.left, box.top}, {box.width, box.height});
  }

  // A line along the inside of the box's edge.
  void border(const Box& box) {
    fill({box.left, box.top, box.width, line_});
    fill({box.left, box.top + box.height - line_, box.width, line_});
    fill({box.left, box.top, line_, box.height});
    fill({box.left + box.width - line_, box.top, line_, box.height});
  }

  // `rim`: extra width on each side. A line of three pixels is centred on its position.
  void lines(const GridLayout& grid, const Box& area, bool major, int rim) {
    const int before = line_ / 2 + rim, width = line_ + 2 * rim;
    for (const GridLine& line : grid.columns) {
      if (line.major != major) continue;
      const int left = std::max(area.left, line.at - before);
      const int right = std::min(area.left + area.width, line.at - before + width);
      fill({left, area.top, right - left, area.height});
    }
    for (const GridLine& line : grid.rows) {
      if (line.major != major) continue;
      const int top = std::max(area.top, line.at - before);
      const int bottom = std::min(area.top + area.height, line.at - before + width);
      fill({area.left, top, area.width, bottom - top});
    }
  }

  void arms(Point at, int rim) {
    const Size size = sheet_.picture.size();
    const int gap = kCrosshairGap * mark_scale(size) - rim, before = line_ / 2 + rim;
    const int width = line_ + 2 * rim;
    fill({at.x - before, 0, width, at.y - gap});
    fill({at.x - before, at.y + gap + 1, width, size.height - at.y - gap - 1});
    fill({0, at.y - before, at.x - gap, width});
    fill({at.x + gap + 1, at.y - before, size.width - at.x - gap - 1, width});
  }

  void add_letters(const OverlayText& text) {
    const int width = text.mini ? mini_width(text.text) : text_width(text.text);
    const int height = text.mini ? kMiniRows : kCapRows;
    sheet_.mask.dots(text.mini ? mini_runs(text.text) : text_runs(text.text),
                     {text.plate.left + (text.plate.width - width * text.dot) / 2,
                      text.plate.top + (text.plate.height - height * text.dot) / 2},
                     text.dot);
  }
  void letters(const OverlayText& text, Color color) {
    add_letters(text);
    paint(color, 255);
  }

  MarkSheet& sheet_;
  const int line_;
};

// Magnifies the inset's pixels of the current picture.
Picture magnify(const Picture& picture, const InsetLayout& inset) {
  Picture view({inset.view.width, inset.view.height});
  const Size size = picture.size();
  for (int y = 0; y < inset.view.height; ++y) {
    std::uint8_t* pixel = view.row(y);
    for (int x = 0; x < inset.view.width; ++x) {
      const Point from{inset.first.x + x / kInsetZoom, inset.first.y + y / kInsetZoom};
      const bool inside = from.x >= 0 && from.y >= 0 && from.x < size.width && from.y < size.height;
      const Color color = inside ? picture.at(from.x, from.y) : kOutside[(x + y) / kInsetZoom % 2];
      *pixel++ = color.red;
      *pixel++ = color.green;
      *pixel++ = color.blue;
    }
  }
  return view;
}
}  // namespace

bool shows_anything(const OverlayPlan& plan) {
  const auto& [grid, crosshair, inset, banner] = plan.on;
  return grid || banner || (plan.pointer && (crosshair || inset));
}

void draw_overlays(MarkSheet& sheet, const OverlayPlan& plan, const MarkedGround& marks) {
  if (!shows_anything(plan)) return;
  const Size size = sheet.picture.size();
  const OverlayLayout layout = lay_out_overlays(size, plan, marks);
  std::optional<Picture> magnified;
  if (layout.inset) magnified = magnify(sheet.picture, *layout.inset);

  Painter painter(sheet, layout.line);
  if (layout.grid) {
    painter.grid(*layout.grid, {0, 0, size.width, size.height}, kMinorAlpha, kMajorAlpha);
  }
  if (layout.crosshair) painter.crosshair(layout.crosshair->at);
  if (layout.inset) painter.inset(*layout.inset, *magnified);
  if (layout.banner && layout.banner_text) painter.banner(*layout.banner, *layout.banner_text);
  if (layout.grid) painter.texts(layout.grid->numbers);
  if (layout.crosshair && layout.crosshair->label) painter.label(*layout.crosshair->label);

  sheet.taken.insert(sheet.taken.end(), layout.taken.begin(), layout.taken.end());
  if (layout.banner) sheet.foot = layout.banner->height;
}
}  // namespace franz::capturer
