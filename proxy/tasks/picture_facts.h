#pragma once
// What check_json can ask about a picture:
//   {"width":800,"height":450,"colors":{"#000000":0.98,"#ffffff":0.02},
//    "box":{"left":100,"top":200,"right":900,"bottom":210}}
// `colors` has the share of each of the 64 most frequent colours; `box` surrounds, in 0..1000 of
// the picture, every pixel of another colour than the most frequent one (missing: none).
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz::proxy {
bool is_png(std::string_view bytes);
// Failure: the picture cannot be decoded.
Result<std::string> picture_facts(std::string_view png);
}  // namespace franz::proxy
