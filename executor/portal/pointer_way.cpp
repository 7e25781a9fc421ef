#include "executor/portal/pointer_way.h"
#include <algorithm>

namespace franz::executor {
PointerWay pointer_way(Point pixel, Size picture, Size logical, bool gnome) {
  if (logical.width <= 0 || logical.height <= 0) logical = picture;
  const double scale_x = static_cast<double>(picture.width) / logical.width;
  const double scale_y = static_cast<double>(picture.height) / logical.height;
  const double x = pixel.x + 0.5, y = pixel.y + 0.5;
  if (!gnome) return {x / scale_x, y / scale_y};
  const double near_x = std::min(x, logical.width - 0.5),
               near_y = std::min(y, logical.height - 0.5);
  return {near_x, near_y, (x - near_x) / scale_x, (y - near_y) / scale_y};
}
}  // namespace franz::executor
