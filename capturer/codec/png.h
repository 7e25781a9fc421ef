#pragma once
#include <string>
#include "capturer/render/picture.h"

namespace franz::capturer {
// Encodes the picture as a PNG file (png_encoding.h).
std::string encode_png(const Picture& picture);
}  // namespace franz::capturer
