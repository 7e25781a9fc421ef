#include "capturer/render/marks.h"
#include <algorithm>
#include "capturer/render/mark_sheet.h"

namespace franz::capturer {
namespace {
constexpr int kSmallHeight = 216;   // pixels; three quarters of the usual picture
constexpr int kSmallFineness = 42;  // shapes at two thirds: still thicker than a pixel is wide

int scale_for(Size size) {
  return std::max(1, std::min((size.width + 256) / 512, (size.height + 144) / 288));
}

constexpr int kPlateRise = 3;   // plate above and below the letters, at scale 1
constexpr int kPlateSides = 5;  // and beside them
constexpr int kBadgeFoot = 4;   // from the badge to the picture's bottom
}  // namespace

bool overlap(const Box& a, const Box& b) {
  return a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height &&
         b.top < a.top + a.height;
}

MarkSheet::MarkSheet(Picture& on)
    : picture(on),
      mask(on.size()),
      scale(scale_for(on.size())),
      small(on.size().height < kSmallHeight),
      fineness(small ? kSmallFineness : kUnits * scale) {}

bool MarkSheet::inside(const Box& box) const {
  return box.left >= 0 && box.top >= 0 && box.left + box.width <= picture.size().width &&
         box.top + box.height <= picture.size().height;
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

void draw_badge(MarkSheet& sheet, std::string_view text) {
  const Size size = sheet.picture.size();
  const int width = text_width(text) * sheet.scale + 2 * sheet.pixels(kPlateSides);
  const int height = sheet.pixels(kCapRows + 2 * kPlateRise);
  const Box box{(size.width - width) / 2, size.height - height - sheet.pixels(kBadgeFoot), width,
                height};
  if (!sheet.inside(box)) return;  // a picture of a few letters' width has no room for it
  const Box rim{box.left - 1, box.top - 1, box.width + 2, box.height + 2};
  draw_label(sheet, rim, "", kMarkWhite, 64, 0);
  draw_label(sheet, box, text, {0, 0, 0}, 166, 255);
  sheet.taken.push_back(rim);
}

void draw_marks(Picture& picture, const MarkPlan& plan) {
  MarkSheet sheet(picture);
  std::span<const MarkedAction> actions;
  if (plan.classic) {
    actions = plan.actions;
    actions = actions.last(std::min(actions.size(), kMaxMarked));
  }
  draw_trails(sheet, actions);
  draw_strokes(sheet, actions);
  if (!plan.badge.empty()) draw_badge(sheet, plan.badge);
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
