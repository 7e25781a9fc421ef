#include "capturer/sandbox/ink.h"
#include <algorithm>
#include "capturer/render/capsule.h"
#include "capturer/render/font.h"
#include "capturer/sandbox/ink_measures.h"

namespace franz::capturer {
namespace {
// Uses a lattice of half pixels, so that lines of odd width are exact. `diameter` in pixels.
void draw_capsule(Canvas& canvas, Point from, Point to, int diameter) {
  const CapsuleRows rows({{from.x * 2, from.y * 2}, {to.x * 2, to.y * 2}, diameter});
  const int top = std::max(0, std::min(from.y, to.y) - diameter);
  const int bottom = std::min(canvas.size().height - 1, std::max(from.y, to.y) + diameter);
  for (int y = top; y <= bottom; ++y) {
    const auto span = rows.span(std::int64_t{y} * 2);
    if (span) canvas.whiten(y, ceiling_divide(span->first, 2), floor_divide(span->last, 2));
  }
}

void draw_rectangle(Canvas& canvas, Point corner, Size size) {
  for (int y = corner.y; y < corner.y + size.height; ++y) {
    canvas.whiten(y, corner.x, std::int64_t{corner.x} + size.width - 1);
  }
}

void draw_text(Canvas& canvas, const TextLayout& text) {
  for (const auto& [code, left_top, cell] : text.glyphs) {
    const int dot = cell ? text.cell_dot : text.dot;
    for (const auto& [column, row, length] : cell ? cell_runs(*cell) : glyph_runs(code)) {
      draw_rectangle(canvas, {left_top.x + column * dot, left_top.y + row * dot},
                     {length * dot, dot});
    }
  }
}
}  // namespace

void draw_ink(Canvas& canvas, std::span<const TracedAction> actions) {
  const Size size = canvas.size();
  const int dot = 2 * ink_measure(kDotRadius, size), side = ink_measure(kSquareSide, size);
  for (const TracedAction& action : actions) {
    switch (action.kind) {
      case ActionKind::left_click:
      case ActionKind::double_left_click:
        draw_capsule(canvas, action.from, action.from, dot);
        break;
      case ActionKind::right_click:
        draw_rectangle(canvas, {action.from.x - side / 2, action.from.y - side / 2}, {side, side});
        break;
      case ActionKind::drag:
        draw_capsule(canvas, action.from, action.to, ink_measure(kLineWidth, size));
        break;
      case ActionKind::type: draw_text(canvas, action.text); break;
      case ActionKind::move:
      case ActionKind::other:
      case ActionKind::middle_click:
      case ActionKind::triple_click:
      case ActionKind::scroll:
      case ActionKind::hscroll: break;
    }
  }
}
}  // namespace franz::capturer
