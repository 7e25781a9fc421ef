#pragma once
#include <cstddef>
#include <string_view>
#include <vector>
#include "common/base/result.h"

namespace franz {
inline constexpr std::size_t kMaxPictureFile = 64UL << 20U;  // bytes
inline constexpr int kMaxPicturePixels = 16 * 1024 * 1024;   // 48 MiB decoded

struct PicturePixels {
  int width = 0, height = 0;
  std::vector<unsigned char> rgb;  // width * height * 3, from the top left
};

// Failure: not a PNG that can be decoded, or one over kMaxPictureFile, over kMaxPictureSide per
// side or kMaxPicturePixels in total, which is checked before decoding. The message continues "the
// picture ".
Result<PicturePixels> decode_png(std::string_view png);

// The same for a PNG or a JPEG, whatever its name says. Transparency is ignored.
Result<PicturePixels> decode_png_or_jpeg(std::string_view file);
}  // namespace franz
