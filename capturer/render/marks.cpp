#include "capturer/render/marks.h"
#include <algorithm>
#include "capturer/render/mark_sheet.h"

namespace franz::capturer {
namespace {
constexpr int kSmallHeight = 216;   // pixels; three quarters of the usual height
constexpr int kSmallFineness = 42;  // shapes at two thirds: lines are still wider than a pixel

constexpr int kBadgeRise = 3;     // plate above and below the letters, at scale 1
constexpr int kBadgeSides = 5;    // plate left and right of them
constexpr int kBadgeFoot = 4;     // between badge and bottom edge
constexpr int kBadgeAlpha = 230;  // opaque enough for letters over a text
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

MarkSheet::MarkSheet(Picture& on)
    : picture(on),
      mask(on.size()),
      scale(mark_scale(on.size())),
      small(on.size().height < kSmallHeight),
      fineness(small ? kSmallFineness : kUnits * scale) {}

bool MarkSheet::inside(const Box& box) const {
  return within(box, {0, 0, picture.size().width, picture.size().height});
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

std::optional<Box> badge_box(Size picture, std::string_view text, int foot) {
  if (text.empty()) return std::nullopt;
  const int scale = mark_scale(picture);
  const int width = (text_width(text) + 2 * kBadgeSides) * scale;
  const int height = (kCapRows + 2 * kBadgeRise) * scale;
  const Box box{(picture.width - width) / 2, picture.height - height - kBadgeFoot * scale - foot,
                width, height};
  // A very narrow picture has no room for it.
  if (!within(box, {0, 0, picture.width, picture.height})) return std::nullopt;
  return Box{box.left - 1, box.top - 1, box.width + 2, box.height + 2};
}

void draw_badge(MarkSheet& sheet, std::string_view text) {
  const std::optional<Box> rim = badge_box(sheet.picture.size(), text, sheet.foot);
  if (!rim) return;
  draw_label(sheet, *rim, "", kMarkWhite, 64, 0);
  draw_label(sheet, {rim->left + 1, rim->top + 1, rim->width - 2, rim->height - 2}, text, {0, 0, 0},
             kBadgeAlpha, 255);
  sheet.taken.push_back(*rim);
}

std::span<const MarkedAction> marked_actions(const MarkPlan& plan) {
  if (!plan.classic) return {};
  const std::span<const MarkedAction> actions = plan.actions;
  return actions.last(std::min(actions.size(), kMaxMarked));
}

void draw_marks(MarkSheet& sheet, const MarkPlan& plan) {
  const std::span<const MarkedAction> actions = marked_actions(plan);
  draw_trails(sheet, actions);
  draw_strokes(sheet, actions, plan.halo);
  draw_badge(sheet, plan.badge);
  draw_pointers(sheet, plan.previous, plan.cursor);
  draw_numbers(sheet, actions);
}

std::string badge_text(const std::string& time) {
  if (time.empty()) return "";
  std::string shown = time.substr(0, 19);
  if (shown.size() > 10 && shown[10] == 'T') shown[10] = ' ';
  return "CAPTURED " + shown + " UTC";
}
}  // namespace franz::capturer
