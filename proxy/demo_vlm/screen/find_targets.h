#pragma once
// The calibration card in the picture of a real screen, and the targets on it that are still to be
// clicked. How they look: common/picture/target_look.h.
#include <vector>
#include "proxy/demo_vlm/screen/pixel_kinds.h"

namespace franz::demo_vlm {
struct TargetSeen {
  double x = 0, y = 0;  // its middle, in pixels of the picture; 0 is the middle of the first one
  bool is_whole =
      true;  // false: marks or overlays lie over a part of it, and the middle is a guess
};

struct CardSeen {
  bool there = false;
  bool finished = false;               // it says that all have been clicked
  std::vector<TargetSeen> to_do = {};  // whole ones first, then from the top
};

CardSeen find_targets(const Picture& picture);
}  // namespace franz::demo_vlm
