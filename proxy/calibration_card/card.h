#pragma once
// The calibration card: targets on a plain ground, in the corners, at the edges, in the middle and
// at random places. Places are pixels of the card, (0, 0) its top left. How a target looks:
// common/picture/target_look.h.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz::calibration_card {
// A side of the smallest card.
inline constexpr int kMinSide = 200;
inline constexpr int kMaxRandom = 200;  // targets at random places

// Whole discs, so the outermost are some pixels from the edge, and none touches another. The same
// size, number and seed give the same places. Fewer than `random` where the card has no room for
// more. Failure: a card with a side below kMinSide.
Result<std::vector<Point>> target_places(Size card, int random, std::uint64_t seed);

// A click, and which target it belongs to.
struct Hit {
  std::size_t target = 0;
  bool is_first = true;  // it had not been clicked before
};

class Card {
 public:
  Card(Size size, std::vector<Point> targets);

  const std::vector<Point>& targets() const { return targets_; }
  std::size_t to_do() const;  // targets that have not been clicked
  bool is_finished() const { return to_do() == 0; }

  // Nothing: it is beside every target.
  std::optional<Hit> click(Point at);

  // Blue, green, red and a byte without meaning for each pixel, row by row from the top.
  std::vector<std::uint8_t> paint() const;

 private:
  Size size_;
  std::vector<Point> targets_;
  std::vector<bool> ticked_;
};
}  // namespace franz::calibration_card
