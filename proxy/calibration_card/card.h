#pragma once
// The calibration card: targets on a plain ground in the corners, at the edges, in the middle and
// at random places. Places are pixels of the card from its top left corner (0, 0). The look of a
// target: common/picture/target_look.h.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz::calibration_card {
// The shortest side of a card.
inline constexpr int kMinSide = 200;
inline constexpr int kMaxRandom = 200;  // targets at random places

// The discs are complete, so the outermost are some pixels from the edge, and they do not touch.
// The same size, number and seed give the same places. Returns fewer than `random` if the card has
// no room for more. Failure: a side is shorter than kMinSide.
Result<std::vector<Point>> target_places(Size card, int random, std::uint64_t seed);

// A click, and the target that it hit.
struct Hit {
  std::size_t target = 0;
  bool is_first = true;  // the target had not been clicked before
};

class Card {
 public:
  Card(Size size, std::vector<Point> targets);

  const std::vector<Point>& targets() const { return targets_; }
  std::size_t to_do() const;  // targets that have not been clicked
  bool is_finished() const { return to_do() == 0; }

  // Nothing: the click is outside every target.
  std::optional<Hit> click(Point at);

  // Blue, green, red and an unused byte of each pixel, in rows from the top.
  std::vector<std::uint8_t> paint() const;

 private:
  Size size_;
  std::vector<Point> targets_;
  std::vector<bool> ticked_;
};
}  // namespace franz::calibration_card
