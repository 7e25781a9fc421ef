#pragma once
// The pixels of a picture from PipeWire, in the form of BridgeRequest::Kind::look. Pure.
#include <cstddef>
#include <cstdint>
#include <string>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz::executor {
// Rows of four bytes for each pixel; the fourth is not used.
struct StreamPicture {
  const std::uint8_t* pixels = nullptr;
  std::size_t bytes = 0;   // that may be read from there
  int stride = 0;          // bytes from one row to the next
  bool red_first = false;  // red, green, blue; else blue, green, red
  Size size = {};
};

// Failure: the area is not within the picture, or the picture's bytes do not hold its rows.
Result<std::string> pixels_of(const StreamPicture& picture, const Screen& area);
}  // namespace franz::executor
