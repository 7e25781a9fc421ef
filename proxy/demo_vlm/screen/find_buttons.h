#pragma once
// The buttons in the picture of a real screen.
#include <vector>
#include "proxy/demo_vlm/screen/pixel_kinds.h"

namespace franz::demo_vlm {
struct ButtonSeen {
  PixelBox box;            // its frame, or its colour
  bool suggested = false;  // filled with the accent's colour
};

// A dark text in the middle of a frame on light ground, or a filled box of the accent's colour.
// `kinds`: healed.
std::vector<ButtonSeen> find_buttons(const PixelKinds& kinds);
}  // namespace franz::demo_vlm
