#include "capturer/render/picture_plan.h"
#include "capturer/render/overlay_layout.h"

namespace franz::capturer {
void draw_plan(Picture& picture, const PicturePlan& plan) {
  MarkSheet sheet(picture);
  if (shows_anything(plan.overlays)) {
    draw_overlays(sheet, plan.overlays,
                  {marked_spots(sheet.scale, marked_actions(plan.marks)), plan.marks.badge});
  }
  draw_marks(sheet, plan.marks);
}
}  // namespace franz::capturer
