#pragma once
// The size of the model's picture, from the settings: "512x288"; a number of pixels in the shape of
// the surface, on a model's grid: "fit 1327104 grid 32"; or "within 1327104 grid 1", which does not
// enlarge smaller surfaces.
#include <optional>
#include "common/geometry/screen_map.h"

namespace franz {
inline constexpr int kMinFitSide = 16, kMaxFitSide = 8192;  // pixels

struct PictureFit {
  int pixels = 0;  // of the whole picture, at most
  int grid = 1;    // 1..1024: both sides are multiples of it
  bool enlarges =
      true;  // enlarges smaller pictures, so that the visual tokens are the same on every screen
  friend bool operator==(const PictureFit&, const PictureFit&) = default;
};

// The smallest number of pixels that a grid allows.
int least_pixels(int grid);

// The largest picture of the shape of `seen` that `fit` allows. If it does not enlarge, the number
// of pixels of `seen` is also a limit, if the grid allows it: with a grid of 1, a surface within
// the budget keeps its size. Both sides are multiples of the grid within kMinFitSide..kMaxFitSide.
// The exact size of that shape lies between multiples: of the four sizes with the next lower or
// higher multiple on each side, the result is the one within the budget whose aspect ratio is
// closest to that of `seen`; of two equally close, the larger. If a shape is so flat that the
// shorter side is at its minimum, the longer side is what the budget allows. `fit.pixels` is at
// least least_pixels(), both sides of `seen` are positive.
Size fitted(PictureFit fit, Size seen);

// The value of [surface] picture.
struct PictureSize {
  Size size;  // pixels; with `fit`, empty until it is resolved for the surface
  std::optional<PictureFit> fit = {};  // nothing: `size` is used directly
  friend bool operator==(const PictureSize&, const PictureSize&) = default;
};

// The same for a surface of that size, with `fit` resolved.
PictureSize resolved(const PictureSize& picture, Size seen);
}  // namespace franz
