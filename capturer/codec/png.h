#pragma once
#include <string>
#include "capturer/render/picture.h"

namespace franz::capturer {
// The picture as a PNG file: 8 bits, RGB, no time or other chunk that could differ between runs.
std::string encode_png(const Picture& picture);
}  // namespace franz::capturer
