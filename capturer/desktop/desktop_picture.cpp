#include "capturer/desktop/desktop_picture.h"
#include <algorithm>
#include "capturer/capture_turn.h"
#include "capturer/render/picture.h"
#include "common/desktop/monitors.h"

namespace franz::capturer {
namespace {
// The mark below a click where text was typed: pixels at the marks' size 1.
constexpr int kTypedWidth = 22, kTypedBelow = 13;

ActionKind action_kind_of(ToolId tool) {
  switch (tool) {
    case ToolId::left_click: return ActionKind::left_click;
    case ToolId::double_left_click: return ActionKind::double_left_click;
    case ToolId::triple_click: return ActionKind::triple_click;
    case ToolId::right_click: return ActionKind::right_click;
    case ToolId::middle_click: return ActionKind::middle_click;
    case ToolId::drag: return ActionKind::drag;
    case ToolId::scroll: return ActionKind::scroll;
    case ToolId::hscroll: return ActionKind::hscroll;
    case ToolId::type:
    case ToolId::paste: return ActionKind::type;
    default: return ActionKind::other;
  }
}

bool is_click(ActionKind kind) {
  return kind == ActionKind::left_click || kind == ActionKind::double_left_click ||
         kind == ActionKind::triple_click || kind == ActionKind::right_click ||
         kind == ActionKind::middle_click;
}

// The spot for a pixel of the screen.
Point spot_of(Point pixel, const Screen& area, Size picture) {
  return to_spot({pixel.x - area.origin_x, pixel.y - area.origin_y}, {area.width, area.height},
                 picture);
}

std::vector<MarkedAction> mark_actions(const DesktopTurn& turn, const PictureOptions& options) {
  const Screen& map = options.seen ? options.seen->screen : turn.area;
  const int unit = kUnits * screen_mark_scale(options.picture);
  std::vector<MarkedAction> marks;
  std::optional<Point> clicked;  // spot
  for (std::size_t i = 0; i < turn.actions.size(); ++i) {
    const Action& action = turn.actions[i];
    MarkedAction mark;
    mark.kind = action_kind_of(action.tool);
    mark.number = turn.numbers.empty() ? static_cast<int>(i) + 1 : turn.numbers[i];
    if (mark.kind == ActionKind::other) continue;
    if (mark.kind == ActionKind::type) {
      if (!clicked) continue;
      mark.from = mark.to = *clicked;
      mark.underlines.push_back(
          {clicked->x, clicked->x + kTypedWidth * unit, clicked->y + kTypedBelow * unit});
    } else {
      mark.from = spot_of(to_pixel(action.from, map), turn.area, options.picture);
      mark.to = spot_of(to_pixel(action.to, map), turn.area, options.picture);
      if (is_click(mark.kind)) clicked = mark.from;
    }
    marks.push_back(std::move(mark));
  }
  return marks;
}
}  // namespace

void draw_system_pointer(ScreenPixels& pixels, const PointerImage& pointer) {
  const Screen& area = pixels.area;
  const int left = pointer.at.x - pointer.hot.x - area.origin_x;
  const int top = pointer.at.y - pointer.hot.y - area.origin_y;
  for (int y = std::max(0, -top); y < std::min(pointer.size.height, area.height - top); ++y) {
    for (int x = std::max(0, -left); x < std::min(pointer.size.width, area.width - left); ++x) {
      const std::uint8_t* from =
          pointer.bgra.data() +
          (static_cast<std::size_t>(y) * static_cast<std::size_t>(pointer.size.width) +
           static_cast<std::size_t>(x)) *
              kPixelBytes;
      std::uint8_t* to = pixels.bgrx.data() +
                         (static_cast<std::size_t>(top + y) * static_cast<std::size_t>(area.width) +
                          static_cast<std::size_t>(left + x)) *
                             kPixelBytes;
      for (std::size_t channel = 0; channel < 3; ++channel)
        to[channel] = blend_over(from[channel], to[channel], from[3]);
    }
  }
}

PicturePlan plan_desktop_picture(const DesktopTurn& turn, const PictureOptions& options) {
  PicturePlan plan{{}, {options.overlays, std::nullopt}};
  plan.marks.classic = options.marks.classic;
  plan.marks.real_screen = true;
  if (options.marks.classic) plan.marks.actions = mark_actions(turn, options);
  if (options.marks.badge) plan.marks.badge = badge_text(options.time);
  if (!turn.pointer || !contains(turn.area, *turn.pointer)) return plan;
  const Point spot = spot_of(*turn.pointer, turn.area, options.picture);
  if (options.marks.cursor)
    plan.marks.cursor = MarkedPointer{spot, place_label(to_place(*turn.pointer, turn.area))};
  plan.overlays.pointer = Point{spot.x / kUnits, spot.y / kUnits};
  return plan;
}
}  // namespace franz::capturer
