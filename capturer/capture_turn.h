#pragma once
// The part of a capture that every surface shares: from pixels to the model's picture.
#include <string>
#include "capturer/render/picture_plan.h"
#include "common/picture/png_encoding.h"
#include "common/wire/capturer_messages.h"

namespace franz::capturer {
// A pixel of the source as a spot of the picture (see mask.h): its middle, scaled.
Point to_spot(Point pixel, Size source, Size picture);

// A place as the model can use it again, in whole numbers, halves up: "(350,290)".
std::string place_label(MapPoint place);

// The SHA-256 of the RGB pixels before overlays and marks, in hex.
std::string plain_digest(const Picture& plain);

struct DrawnPicture {
  Picture picture;           // with its marks and overlays
  std::string plain_sha256;  // plain_digest() of it without
};

// The surface at the picture's size, with overlays and marks laid over it. Spots and pixels in
// `plan` are the picture's.
DrawnPicture draw_picture(const Picture& plain, const PicturePlan& plan);

// That picture as a reply: fills screenshot_b64, if the request wants it and does not know it,
// picture_known and renderer.
CaptureReply reply_with(const Picture& picture, const CaptureRequest& request);
}  // namespace franz::capturer
