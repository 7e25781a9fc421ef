#pragma once
// The part of a capture that all surfaces share: turns pixels into the model's picture.
#include <string>
#include "capturer/render/picture_plan.h"
#include "common/picture/png_encoding.h"
#include "common/wire/capturer_messages.h"

namespace franz::capturer {
// Converts a pixel of the source to a spot of the picture (see mask.h): its scaled centre.
Point to_spot(Point pixel, Size source, Size picture);

// A place in the model's coordinates, rounded to whole numbers (halves up): "(350,290)".
std::string place_label(MapPoint place);

// The SHA-256 of the RGB pixels before overlays and marks, in hex.
std::string plain_digest(const Picture& plain);

struct DrawnPicture {
  Picture picture;           // with marks and overlays
  std::string plain_sha256;  // plain_digest() of the picture without them
};

// The surface scaled to the picture's size, with overlays and marks. Spots and pixels in `plan`
// refer to the picture.
DrawnPicture draw_picture(const Picture& plain, const PicturePlan& plan);

// Creates the reply: sets screenshot_b64 if the request wants the picture and does not know it, and
// picture_known and renderer.
CaptureReply reply_with(const Picture& picture, const CaptureRequest& request);
}  // namespace franz::capturer
