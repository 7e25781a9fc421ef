#pragma once
#include "capturer/render/picture.h"

namespace franz::capturer {
// One picture with every ink, every mark, the overlays and the whole font, to be reviewed by eye.
Picture contact_sheet();
}  // namespace franz::capturer
