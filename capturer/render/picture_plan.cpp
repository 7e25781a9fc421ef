#include "capturer/render/picture_plan.h"
#include "capturer/render/mark_colors.h"
#include "capturer/render/overlay_layout.h"

namespace franz::capturer {
Picture draw_plan(const Picture& plain, const PicturePlan& plan) {
  Picture picture = plain;
  const Picture* const content = plan.marks.real_screen ? &plain : nullptr;
  MarkSheet sheet(picture, content);
  const MarkedGround ground{marked_spots(sheet.scale, marked_actions(plan.marks)), plan.marks.badge,
                            content};
  if (shows_anything(plan.overlays)) draw_overlays(sheet, plan.overlays, ground);
  draw_marks(sheet, plan.marks, ground);
  if (plan.marks.few_colors && !shows_anything(plan.overlays)) limit_mark_colors(picture, plain);
  return picture;
}
}  // namespace franz::capturer
