// The arrow pointers and their labels.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include "capturer/render/mark_sheet.h"

namespace franz::capturer {
namespace {
// The outline of the pointer with its tip at (0, 0), in units at scale 1.
constexpr Point kShape[] = {{0, 0},      {0, 1000},  {230, 775}, {385, 1125},
                            {540, 1055}, {390, 715}, {705, 715}};
constexpr int kShapeWidth = 12, kShapeHeight = 18;  // pixels, including the rim
constexpr int kPointerRim = 130;                    // units
constexpr int kLabelSides = 4, kLabelRise = 2;      // pixels
constexpr int kFadedAlpha = 120;                    // the pointer's previous position
constexpr int kSteps = 3;                           // label heights by which it may be moved
constexpr int kStepCost = 4;                        // of each, compared with hidden_by()

Box label_box(const MarkSheet& sheet, Point tip, std::string_view label, bool to_left,
              bool upwards) {
  const int width = text_width(label) * sheet.scale + 2 * sheet.pixels(kLabelSides);
  const int height = sheet.pixels(kCapRows + 2 * kLabelRise);
  const int beside = sheet.pixels(kShapeWidth), below = sheet.pixels(kShapeHeight) / 2;
  return {to_left ? tip.x - beside - width : tip.x + beside,
          upwards ? tip.y - below - height : tip.y + below, width, height};
}

// A free place for the label, on a real screen the one that hides the least: first on the side of
// the arrow's body, then on other sides, then higher and lower. If none is free, the first place
// inside the picture.
std::optional<Box> find_room(const MarkSheet& sheet, Point tip, std::string_view label,
                             bool mirrored, bool flipped) {
  std::optional<Box> fallback, best;
  int least = 0;
  for (int step = 0; step <= kSteps; ++step) {
    for (const int side : {0, 1, 2, 3}) {
      const bool upwards = flipped != (side >= 2);
      Box box = label_box(sheet, tip, label, mirrored != (side % 2 == 1), upwards);
      box.top += (upwards ? -1 : 1) * step * box.height;
      if (!sheet.inside(box)) continue;
      if (!fallback) fallback = box;
      if (std::any_of(sheet.taken.begin(), sheet.taken.end(),
                      [&](const Box& other) { return overlap(box, other); }))
        continue;
      const int cost = step * kStepCost + sheet.hidden_by(box);
      if (best && cost >= least) continue;
      best = box;
      least = cost;
    }
  }
  return best ? best : fallback;
}

void draw_pointer_arrow(MarkSheet& sheet, Point tip, bool mirrored, bool flipped, int alpha) {
  std::array<Point, std::size(kShape)> corners;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    corners[i] = {tip.x + sheet.units(kShape[i].x) * (mirrored ? -1 : 1),
                  tip.y + sheet.units(kShape[i].y) * (flipped ? -1 : 1)};
  }
  sheet.mask.polygon(corners);
  sheet.mask.outline(corners, sheet.units(kPointerRim));
  sheet.picture.paint(sheet.mask, kMarkWhite, alpha);
  sheet.mask.polygon(corners);
  sheet.picture.paint(sheet.mask, kMarkRed, alpha);
}
}  // namespace

void draw_pointers(MarkSheet& sheet, const std::optional<MarkedPointer>& previous,
                   const std::optional<MarkedPointer>& cursor) {
  struct Placed {
    const MarkedPointer* pointer;
    bool mirrored, flipped;
    std::optional<Box> label;  // nothing: the picture is too small, or another pointer has it
    int alpha;
  };
  // The current pointer is placed first and painted last.
  std::vector<Placed> placed;
  for (const auto& [pointer, alpha] :
       {std::pair{&cursor, 255}, std::pair{&previous, kFadedAlpha}}) {
    if (!*pointer) continue;
    const MarkedPointer& shown = **pointer;
    const Point tip{shown.tip.x / kUnits, shown.tip.y / kUnits};  // pixel of the tip
    // Near the right or bottom edge the arrow is mirrored, so that its body is visible.
    const bool mirrored = tip.x + sheet.pixels(kShapeWidth) > sheet.picture.size().width;
    const bool flipped = tip.y + sheet.pixels(kShapeHeight) > sheet.picture.size().height;
    // If the pointer did not move, its position is written once.
    const bool repeated = pointer == &previous && cursor && cursor->label == shown.label;
    std::optional<Box> label;
    if (!repeated) label = find_room(sheet, tip, shown.label, mirrored, flipped);
    if (label) sheet.taken.push_back(*label);
    placed.push_back({&shown, mirrored, flipped, label, alpha});
  }
  for (auto each = placed.rbegin(); each != placed.rend(); ++each) {
    draw_pointer_arrow(sheet, each->pointer->tip, each->mirrored, each->flipped, each->alpha);
    if (!each->label) continue;
    draw_label(sheet, *each->label, each->pointer->label, kPlateRed, each->alpha, each->alpha);
  }
}
}  // namespace franz::capturer
