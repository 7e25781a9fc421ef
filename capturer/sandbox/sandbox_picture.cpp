#include "capturer/sandbox/sandbox_picture.h"
#include "capturer/capture_turn.h"

namespace franz::capturer {
namespace {
MarkedPointer pointer_at(MapPoint place, Size picture, Size canvas) {
  const Screen screen{0, 0, canvas.width, canvas.height};
  return {to_spot(to_pixel(place, screen), canvas, picture), place_label(place)};
}

MarkedAction marked_action(const TracedAction& action, Size picture, Size canvas) {
  MarkedAction marked;
  marked.kind = action.kind;
  marked.number = action.number;
  marked.from = to_spot(action.from, canvas, picture);
  marked.to = to_spot(action.to, canvas, picture);
  for (const auto& [left, right, foot] : action.text.lines) {
    const Point start = to_spot({left, foot}, canvas, picture);
    marked.underlines.push_back({start.x, to_spot({right, foot}, canvas, picture).x, start.y});
  }
  return marked;
}

MarkPlan plan_marks(const Trace& trace, const PictureOptions& options, Size canvas) {
  MarkPlan plan;
  plan.few_colors = true;  // ink is white on black
  plan.classic = options.marks.classic;
  if (options.marks.classic) {
    plan.actions.reserve(trace.actions.size());
    for (const TracedAction& action : trace.actions) {
      plan.actions.push_back(marked_action(action, options.picture, canvas));
    }
  }
  if (options.marks.cursor && trace.after.cursor) {
    plan.cursor = pointer_at(*trace.after.cursor, options.picture, canvas);
    if (trace.after.previous) {
      plan.previous = pointer_at(*trace.after.previous, options.picture, canvas);
    }
  }
  if (options.marks.badge) plan.badge = badge_text(options.time);
  return plan;
}

// Overlays, with the pointer where the marks show it.
OverlayPlan plan_overlays(const Trace& trace, const PictureOptions& options, Size canvas) {
  OverlayPlan plan{options.overlays, std::nullopt};
  if (!trace.after.cursor) return plan;
  const Point spot = to_spot(to_pixel(*trace.after.cursor, {0, 0, canvas.width, canvas.height}),
                             canvas, options.picture);
  plan.pointer = Point{spot.x / kUnits, spot.y / kUnits};
  return plan;
}
}  // namespace

PicturePlan plan_picture(const Trace& trace, const PictureOptions& options, Size canvas) {
  return {plan_marks(trace, options, canvas), plan_overlays(trace, options, canvas)};
}
}  // namespace franz::capturer
