#include "capturer/capture_turn.h"
#include <cmath>
#include "capturer/codec/png.h"
#include "common/base/base64.h"
#include "common/base/sha256.h"
#include "common/picture/picture_pixels.h"

namespace franz::capturer {
Point to_spot(Point pixel, Size source, Size picture) {
  // (pixel + 1/2) * picture / source, in units: the products stay below 2^36.
  const auto along = [](int at, int from, int to) {
    return static_cast<int>((2 * std::int64_t{at} + 1) * to * (kUnits / 2) / from);
  };
  return {along(pixel.x, source.width, picture.width),
          along(pixel.y, source.height, picture.height)};
}

std::string place_label(MapPoint place) {
  const auto whole = [](double value) {
    return std::to_string(static_cast<int>(std::floor(value + 0.5)));
  };
  return "(" + whole(place.x) + "," + whole(place.y) + ")";
}

std::string plain_digest(const Picture& plain) {
  const std::vector<std::uint8_t>& rgb = plain.rgb();
  return sha256_hex({reinterpret_cast<const char*>(rgb.data()), rgb.size()});
}

DrawnPicture draw_picture(const Picture& plain, const PicturePlan& plan) {
  return {draw_plan(plain, plan), plain_digest(plain)};
}

// Compares pixels, because another version or program may have compressed them differently. Invalid
// base64 or PNG data counts as unknown.
static bool is_known(const Picture& picture, const std::string& known_picture) {
  if (known_picture.empty()) return false;
  const Result<std::string> png = base64_decode(known_picture);
  if (!png.ok()) return false;
  const Result<PicturePixels> known = decode_png(png.value());
  return known.ok() && Size{known.value().width, known.value().height} == picture.size() &&
         known.value().rgb == picture.rgb();
}

CaptureReply reply_with(const Picture& picture, const CaptureRequest& request) {
  CaptureReply reply;
  reply.renderer = kRenderer;
  if (!request.picture) return reply;
  reply.picture_known = is_known(picture, request.options.known_picture);
  if (!reply.picture_known) reply.screenshot_b64 = base64_encode(encode_png(picture));
  return reply;
}
}  // namespace franz::capturer
