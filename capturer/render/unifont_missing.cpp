// In place of the bitmaps, for a build that has not got them.
#include "capturer/render/unifont.h"

namespace franz::capturer {
const CellFont& unifont() {
  static constexpr CellFont kBoxes{"boxes", {}, {}};
  return kBoxes;
}
}  // namespace franz::capturer
