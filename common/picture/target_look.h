#pragma once
// How a calibration target looks: the card paints it and pictures are searched for it. Its colours
// are neither the marks' red nor the overlays' cyan, nor usual desktop colours.
#include <cstdint>

namespace franz::target_look {
struct Rgb {
  std::uint8_t r, g, b;
  friend bool operator==(const Rgb&, const Rgb&) = default;
};

inline constexpr Rgb kGround{222, 220, 214};          // of the card
inline constexpr Rgb kFinishedGround{196, 226, 178};  // when all targets have been clicked
inline constexpr Rgb kToDo{112, 32, 200};             // a target that is not clicked yet
inline constexpr Rgb kTicked{0, 120, 52};             // a clicked target
inline constexpr Rgb kRing{250, 250, 248};            // the ring in it, and its middle pixel

// A target is a disc around the middle of a pixel, 37 pixels wide, so that it is still some pixels
// wide in a picture of a sixth of the size. The ring shows people where its middle is.
inline constexpr int kRadius = 18, kRingInner = 8, kRingOuter = 11;  // pixels
// The minimum distance between the middles of two targets.
inline constexpr int kSpacing = 80;  // pixels
}  // namespace franz::target_look
