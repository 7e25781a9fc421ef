#pragma once
#include "capturer/render/picture.h"

namespace franz::capturer {
// One picture with every ink, every mark and the whole font, to be reviewed by eye.
Picture contact_sheet();
}  // namespace franz::capturer
