#pragma once
// How a calibration target looks: what the card paints and what is looked for in pictures of it.
// Neither the marks' red nor the overlays' cyan, and no colour of a usual desktop.
#include <cstdint>

namespace franz::target_look {
struct Rgb {
  std::uint8_t r, g, b;
  friend bool operator==(const Rgb&, const Rgb&) = default;
};

inline constexpr Rgb kGround{222, 220, 214};          // of the card
inline constexpr Rgb kFinishedGround{196, 226, 178};  // when all targets have been clicked
inline constexpr Rgb kToDo{112, 32, 200};             // a target that is still to be clicked
inline constexpr Rgb kTicked{0, 120, 52};             // one that was
inline constexpr Rgb kRing{250, 250, 248};            // the ring in it, and its middle pixel

// A target is a disc around the middle of a pixel: 37 pixels wide, so that it is some pixels wide
// in a picture of a sixth of the size, too. The ring tells people where its middle is.
inline constexpr int kRadius = 18, kRingInner = 8, kRingOuter = 11;  // pixels
// From the middle of a target to the middle of the next one, at least.
inline constexpr int kSpacing = 80;  // pixels
}  // namespace franz::target_look
