#pragma once
#include <string>
#include "capturer/render/picture.h"
#include "common/picture/png_encoding.h"

namespace franz::capturer {
// The picture as a PNG file (png_encoding.h).
std::string encode_png(const Picture& picture, PictureContent content = PictureContent::any);
}  // namespace franz::capturer
