// The shapes of the classic marks: circles, diamonds, arrows, underlines, and trails.
#include <algorithm>
#include <array>
#include "capturer/render/capsule.h"
#include "capturer/render/mark_sheet.h"

namespace franz::capturer {
namespace {
constexpr int kMarkWidth = 90;     // 1.4 pixels
constexpr std::size_t kMany = 40;  // actions; with more, marks are paler than the drawing
constexpr int kManyAlpha = 150;
constexpr int kHalo = 36, kHaloAlpha = 215;  // half a pixel of white keeps rings apart
constexpr int kHeadLength = 8 * kUnits, kHeadHalfWidth = 210;  // 3.3 pixels
constexpr int kDiamondMore = 2 * kUnits;  // of its arm compared with a circle's radius
constexpr int kWheelArm = 13 * kUnits;
constexpr int kTrailDot = 80, kTrailStep = 5 * kUnits, kTrailGap = 10 * kUnits;
constexpr int kTrailAlpha = 130;

std::int64_t length_between(Point a, Point b) {
  const std::int64_t dx = b.x - a.x, dy = b.y - a.y;
  return integer_sqrt(dx * dx + dy * dy);
}

// The point `at` units from a towards b; `length` is their distance, not 0.
Point towards(Point a, Point b, std::int64_t at, std::int64_t length) {
  return {static_cast<int>(a.x + (b.x - a.x) * at / length),
          static_cast<int>(a.y + (b.y - a.y) * at / length)};
}

// `rim`: extra width on each side, here and below.
void draw_arrow(MarkSheet& sheet, Point from, Point to, int rim) {
  const std::int64_t length = length_between(from, to);
  const int width = sheet.units(kMarkWidth) + 2 * rim;
  if (length < kUnits) {
    sheet.mask.ring(from, sheet.units(4 * kUnits), width);  // a drag that ends at its start
    return;
  }
  // A short arrow gets a smaller head, so that some of its shaft remains visible.
  const std::int64_t head = std::min<std::int64_t>(sheet.units(kHeadLength), length * 3 / 4);
  const std::int64_t half = head * kHeadHalfWidth / kHeadLength;
  const Point base = towards(to, from, head, length);
  const std::int64_t across_x = -(to.y - from.y) * half / length;
  const std::int64_t across_y = (to.x - from.x) * half / length;
  const Point corners[] = {
      to,
      {static_cast<int>(base.x + across_x), static_cast<int>(base.y + across_y)},
      {static_cast<int>(base.x - across_x), static_cast<int>(base.y - across_y)}};
  sheet.mask.stroke(from, base, width);
  sheet.mask.polygon(corners);
  if (rim > 0) sheet.mask.outline(corners, 2 * rim);
}

// A short arrow with two heads along the axis `along`, for a wheel.
void draw_both_ways(MarkSheet& sheet, Point centre, Point along, int rim) {
  const int arm = sheet.units(kWheelArm);
  const Point far{centre.x + along.x * arm, centre.y + along.y * arm};
  const Point near{centre.x - along.x * arm, centre.y - along.y * arm};
  draw_arrow(sheet, near, far, rim);
  draw_arrow(sheet, far, near, rim);
}

void draw_diamond(MarkSheet& sheet, Point centre, int rim) {
  const int arm = sheet.ring_radius() + sheet.units(kDiamondMore);
  const Point corners[] = {{centre.x, centre.y - arm},
                           {centre.x + arm, centre.y},
                           {centre.x, centre.y + arm},
                           {centre.x - arm, centre.y}};
  sheet.mask.outline(corners, sheet.units(kMarkWidth) + 2 * rim);
}

void draw_underlines(MarkSheet& sheet, const MarkedAction& action, int rim) {
  // The underline of a text that leaves the picture stays inside.
  const int lowest = (sheet.picture.size().height - 1) * kUnits - sheet.units(kMarkWidth) / 2;
  for (const auto& [left, right, y] : action.underlines) {
    const int row = std::min(y, lowest);
    sheet.mask.stroke({left, row}, {right, row}, sheet.units(kMarkWidth) + 2 * rim);
  }
}

void draw_shapes(MarkSheet& sheet, const MarkedAction& action, int rim) {
  const int ring = sheet.ring_radius(), line = sheet.units(kMarkWidth), width = line + 2 * rim;
  switch (action.kind) {
    case ActionKind::double_left_click:
      sheet.mask.ring(action.from, ring + 2 * line, width);
      sheet.mask.ring(action.from, ring, width);
      break;
    case ActionKind::left_click: sheet.mask.ring(action.from, ring, width); break;
    case ActionKind::right_click: draw_diamond(sheet, action.from, rim); break;
    case ActionKind::drag: draw_arrow(sheet, action.from, action.to, rim); break;
    case ActionKind::type: draw_underlines(sheet, action, rim); break;
    case ActionKind::middle_click:
      sheet.mask.ring(action.from, ring, width);
      sheet.mask.disc(action.from, 2 * line + rim);
      break;
    case ActionKind::triple_click:
      for (const int more : {0, 2, 4}) sheet.mask.ring(action.from, ring + more * line, width);
      break;
    case ActionKind::scroll: draw_both_ways(sheet, action.from, {0, 1}, rim); break;
    case ActionKind::hscroll: draw_both_ways(sheet, action.from, {1, 0}, rim); break;
    case ActionKind::move:
    case ActionKind::other: break;
  }
}
}  // namespace

void draw_strokes(MarkSheet& sheet, std::span<const MarkedAction> actions) {
  const bool many = actions.size() > kMany;
  if (sheet.content != nullptr && !many) {
    // Halos are below all strokes, so that no halo covers another action's stroke.
    for (const MarkedAction& action : actions) draw_shapes(sheet, action, sheet.units(kHalo));
    sheet.picture.paint(sheet.mask, kMarkWhite, kHaloAlpha);
  }
  for (const MarkedAction& action : actions) {
    draw_shapes(sheet, action, 0);
    sheet.picture.paint(sheet.mask, kMarkRed, many ? kManyAlpha : 255);
  }
}

void draw_trails(MarkSheet& sheet, std::span<const MarkedAction> actions) {
  if (actions.size() > kMany) return;
  const int gap = sheet.units(kTrailGap), step = sheet.units(kTrailStep);
  for (std::size_t i = 1; i < actions.size(); ++i) {
    if (actions[i].kind == ActionKind::type) continue;  // it begins at the click
    const Point from = actions[i - 1].to, to = actions[i].from;
    const std::int64_t length = length_between(from, to);
    for (std::int64_t at = gap; at <= length - gap; at += step) {
      sheet.mask.disc(towards(from, to, at, length), sheet.units(kTrailDot) / 2);
    }
  }
  sheet.picture.paint(sheet.mask, kMarkRed, kTrailAlpha);
}
}  // namespace franz::capturer
