#pragma once
#include <string_view>
#include <vector>
#include "common/base/result.h"

namespace franz::proxy {
struct PicturePixels {
  int width = 0, height = 0;
  std::vector<unsigned char> rgb;  // width * height * 3, from the top left
};

// Failure: no PNG that can be decoded, or one over 8192 pixels a side or 16 Mi pixels, which is
// checked before anything is decoded.
Result<PicturePixels> decode_png(std::string_view png);
}  // namespace franz::proxy
