#include "capturer/render/picture_plan.h"
#include <optional>
#include "capturer/render/mark_colors.h"
#include "capturer/render/overlay_layout.h"

namespace franz::capturer {
void draw_plan(Picture& picture, const PicturePlan& plan) {
  const bool few_colors = plan.marks.few_colors && !shows_anything(plan.overlays);
  const std::optional<Picture> plain = few_colors ? std::optional(picture) : std::nullopt;
  MarkSheet sheet(picture);
  if (shows_anything(plan.overlays)) {
    draw_overlays(sheet, plan.overlays,
                  {marked_spots(sheet.scale, marked_actions(plan.marks)), plan.marks.badge});
  }
  draw_marks(sheet, plan.marks);
  if (plain) limit_mark_colors(picture, *plain);
}
}  // namespace franz::capturer
