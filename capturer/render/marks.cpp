#include "capturer/render/marks.h"
#include <algorithm>
#include <cstdlib>
#include "capturer/render/mark_sheet.h"

namespace franz::capturer {
namespace {
constexpr int kSmallHeight = 216;   // pixels; three quarters of the usual height
constexpr int kSmallFineness = 42;  // shapes at two thirds: lines are still wider than a pixel

constexpr int kBadgeRise = 3;     // plate above and below the letters, at scale 1
constexpr int kBadgeSides = 5;    // plate left and right of them
constexpr int kBadgeFoot = 4;     // between badge and edge
constexpr int kBadgeAlpha = 230;  // opaque enough for letters over a text

// Letters and frames differ more than this from their ground, a gradient's neighbours less.
constexpr int kEdge = 20;

int brightness(const Color& color) { return (2 * color.red + 5 * color.green + color.blue) / 8; }

int scale_for(Size picture, const Picture* content) {
  return content == nullptr ? mark_scale(picture) : screen_mark_scale(picture);
}
}  // namespace

bool overlap(const Box& a, const Box& b) {
  return a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height &&
         b.top < a.top + a.height;
}

bool within(const Box& box, const Box& area) {
  return box.left >= area.left && box.top >= area.top &&
         box.left + box.width <= area.left + area.width &&
         box.top + box.height <= area.top + area.height;
}

int mark_scale(Size picture) {
  return std::max(1, std::min((picture.width + 256) / 512, (picture.height + 144) / 288));
}

int screen_mark_scale(Size picture) { return std::max(1, mark_scale(picture) / 2); }

int edges_in(const Picture& picture, const Box& box) {
  const Size size = picture.size();
  const int right = std::min(box.left + box.width, size.width);
  const int bottom = std::min(box.top + box.height, size.height);
  int edges = 0;
  for (int y = std::max(0, box.top); y < bottom; ++y) {
    for (int x = std::max(0, box.left); x < right; ++x) {
      const int here = brightness(picture.at(x, y));
      const auto differs = [&](int to_x, int to_y) {
        return to_x < size.width && to_y < size.height &&
               std::abs(brightness(picture.at(to_x, to_y)) - here) > kEdge;
      };
      edges += differs(x + 1, y) || differs(x, y + 1) ? 1 : 0;
    }
  }
  return edges;
}

MarkSheet::MarkSheet(Picture& on, const Picture* content_below)
    : picture(on),
      content(content_below),
      mask(on.size()),
      scale(scale_for(on.size(), content)),
      small(on.size().height < kSmallHeight),
      fineness(small ? kSmallFineness : kUnits * scale) {}

bool MarkSheet::inside(const Box& box) const {
  return within(box, {0, 0, picture.size().width, picture.size().height});
}

int MarkSheet::hidden_by(const Box& box) const {
  return content == nullptr ? 0 : edges_in(*content, box) / scale;
}

void draw_label(MarkSheet& sheet, const Box& box, std::string_view text, Color ground,
                int ground_alpha, int text_alpha) {
  const int corner = sheet.units(2 * kUnits);  // radius
  const int left = box.left * kUnits + corner, right = (box.left + box.width) * kUnits - corner;
  const int top = box.top * kUnits + corner, bottom = (box.top + box.height) * kUnits - corner;
  const Point corners[] = {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
  sheet.mask.polygon(corners);
  sheet.mask.outline(corners, 2 * corner);
  sheet.picture.paint(sheet.mask, ground, ground_alpha);
  const int text_left = box.left + (box.width - text_width(text) * sheet.scale) / 2;
  const int text_top = box.top + (box.height - kCapRows * sheet.scale) / 2;
  sheet.mask.dots(text_runs(text), {text_left, text_top}, sheet.scale);
  sheet.picture.paint(sheet.mask, kMarkWhite, text_alpha);
}

std::optional<Box> badge_box(Size picture, const MarkedGround& ground, int foot) {
  if (ground.badge.empty()) return std::nullopt;
  const int scale = scale_for(picture, ground.content);
  const int width = (text_width(ground.badge) + 2 * kBadgeSides) * scale;
  const int height = (kCapRows + 2 * kBadgeRise) * scale;
  const int margin = kBadgeFoot * scale;
  const int bottom = picture.height - height - margin - foot;
  Box box{(picture.width - width) / 2, bottom, width, height};
  // A very narrow picture has no room for it.
  if (!within(box, {0, 0, picture.width, picture.height})) return std::nullopt;
  if (ground.content == nullptr) return grown(box, 1);
  const int right = picture.width - width - margin;
  std::optional<Box> best;
  int least = 0;
  for (const auto& [left, top] :
       {Point{right, bottom}, {margin, bottom}, {right, margin}, {margin, margin}}) {
    box.left = left;
    box.top = top;
    int cost = edges_in(*ground.content, grown(box, 1));
    for (const MarkedSpot& spot : ground.spots) cost += contains(box, spot.pixel) ? spot.weight : 0;
    if (best && cost >= least) continue;
    best = grown(box, 1);
    least = cost;
  }
  return best;
}

void draw_badge(MarkSheet& sheet, const MarkedGround& ground) {
  const std::optional<Box> rim = badge_box(sheet.picture.size(), ground, sheet.foot);
  if (!rim) return;
  draw_label(sheet, *rim, "", kMarkWhite, 64, 0);
  draw_label(sheet, grown(*rim, -1), ground.badge, {0, 0, 0}, kBadgeAlpha, 255);
  sheet.taken.push_back(*rim);
}

std::span<const MarkedAction> marked_actions(const MarkPlan& plan) {
  if (!plan.classic) return {};
  const std::span<const MarkedAction> actions = plan.actions;
  return actions.last(std::min(actions.size(), kMaxMarked));
}

void draw_marks(MarkSheet& sheet, const MarkPlan& plan, const MarkedGround& ground) {
  const std::span<const MarkedAction> actions = marked_actions(plan);
  if (sheet.content == nullptr) draw_trails(sheet, actions);
  draw_strokes(sheet, actions);
  draw_badge(sheet, ground);
  draw_pointers(sheet, plan.previous, plan.cursor);
  draw_numbers(sheet, actions, ground.spots);
}

std::string badge_text(const std::string& time) {
  if (time.empty()) return "";
  std::string shown = time.substr(0, 19);
  if (shown.size() > 10 && shown[10] == 'T') shown[10] = ' ';
  return "CAPTURED " + shown + " UTC";
}
}  // namespace franz::capturer
