#include "executor/mcp/sent_picture.h"
#include <algorithm>
#include <cmath>
#include "common/base/base64.h"
#include "common/picture/jpeg_encoding.h"
#include "common/picture/picture_pixels.h"

namespace franz::mcp {
Size picture_size(Size window, int max_side) {
  const int longer = std::max({window.width, window.height, 1});
  if (const int factor = std::min(kMaxEnlargedSide, max_side) / longer; factor > 1)
    return {window.width * factor, window.height * factor};
  const double scale = std::min(1.0, static_cast<double>(max_side) / longer);
  const auto side = [scale](int pixels) {
    return std::max(1, static_cast<int>(std::lround(pixels * scale)));
  };
  return {side(window.width), side(window.height)};
}

std::optional<std::string> as_jpeg(const std::string& png) {
  const Result<std::string> bytes = base64_decode(png);
  if (!bytes.ok()) return std::nullopt;
  const Result<PicturePixels> pixels = decode_png(bytes.value());
  if (!pixels.ok()) return std::nullopt;
  const auto& [width, height, rgb] = pixels.value();
  return base64_encode(encode_jpeg({width, height}, rgb, kJpegQuality));
}

int smaller_side(Size asked, std::size_t bytes) {
  constexpr double kAim = 0.9;  // of the limit: a picture's bytes are not proportional to its area
  const int longer = std::max(asked.width, asked.height);
  if (longer <= kLeastPictureSide) return 0;
  const double share = static_cast<double>(kMaxSentPicture) / static_cast<double>(bytes);
  const int wanted = static_cast<int>(longer * std::sqrt(share * kAim));
  return std::clamp(wanted, kLeastPictureSide, longer - 1);
}
}  // namespace franz::mcp
