#pragma once
// One map for all outputs of a Wayland compositor. Pure.
//
// A compositor places its outputs in logical coordinates: an output of 1920x1080 pixels with the
// scale 1.5 takes 1280x720 there, and an output may lie at negative coordinates. Our map has the
// outputs at the same relative positions, multiplied by the largest scale of any output. So an
// output with that scale, usually every one, is shown pixel by pixel, others are enlarged, and a
// click in the middle of a picture's pixel arrives within that pixel. If such a map had more than
// kMaxBridgePixels, it has the logical size.
#include <cstdint>
#include <span>
#include <vector>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz::executor {
struct WaylandOutput {
  Screen logical = {};  // position and size in the compositor's coordinates
  Size pixels = {};     // of its picture, after its transform
  friend bool operator==(const WaylandOutput&, const WaylandOutput&) = default;
};

// A place for zwlr_virtual_pointer_v1.motion_absolute: x of 0..x_extent over all outputs.
struct PointerPlace {
  std::uint32_t x = 0, y = 0, x_extent = 1, y_extent = 1;
  friend bool operator==(const PointerPlace&, const PointerPlace&) = default;
};

class OutputLayout {
 public:
  // Failure: there is no output, an output has no size, or the map is too large in any scale.
  static Result<OutputLayout> make(std::vector<WaylandOutput> outputs);

  Size size() const { return size_; }
  // Where each output is on the map, in the order of make(). The map's origin is 0, 0.
  std::span<const Screen> places() const { return places_; }
  // The middle of the map's pixel. Places beside all outputs have the nearest one's coordinates.
  PointerPlace pointer_place(Point pixel) const;

 private:
  std::vector<WaylandOutput> outputs_;
  std::vector<Screen> places_;
  Screen box_ = {};  // all outputs in logical coordinates
  Size size_ = {};
};

// An output's picture as the compositor writes it.
struct OutputPicture {
  Size size = {};            // of the buffer, before the transform
  std::uint32_t stride = 0;  // bytes
  // wl_output.transform: 0 to 3 turn the picture counter-clockwise by so many quarters; 4 to 7 flip
  // it horizontally before.
  int transform = 0;
  bool bottom_up = false;                // the first row is the lowest
  bool red_first = false;                // bytes red, green, blue instead of blue, green, red
  const std::uint8_t* pixels = nullptr;  // size.height * stride bytes
};

// The size of a buffer's picture after its transform.
Size turned_size(Size buffer, int transform);

// Paints the part of the output at `place` that lies on `area` into `data`, which has
// area.width * area.height * 4 bytes.
void paint_output(const OutputPicture& picture, const Screen& place, const Screen& area,
                  std::span<std::uint8_t> data);
}  // namespace franz::executor
