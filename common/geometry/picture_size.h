#pragma once
// The size of the picture that a model gets, as the settings ask for it: "512x288", or so many
// pixels in the shape of what is seen, on a model's grid: "fit 1327104 grid 32"; "within 1327104
// grid 1" where what is smaller is not enlarged.
#include <optional>
#include "common/geometry/screen_map.h"

namespace franz {
inline constexpr int kMinFitSide = 16, kMaxFitSide = 8192;  // pixels

struct PictureFit {
  int pixels = 0;        // of the whole picture, at most
  int grid = 1;          // 1..1024: both sides are multiples of it
  bool enlarges = true;  // what is smaller, so that the visual tokens are the same on every screen
  friend bool operator==(const PictureFit&, const PictureFit&) = default;
};

// The fewest pixels that a grid leaves room for.
int least_pixels(int grid);

// The largest picture of the shape of `seen` that `fit` allows; where it does not enlarge, `seen`
// has to have as many pixels, if that leaves room for the grid: on a grid of 1, what is within the
// budget then keeps its own size. Both sides are multiples of the grid within
// kMinFitSide..kMaxFitSide. The exact size of that shape lies between multiples: of the four
// sizes that have the one below or above on each side, it is the one within the budget whose aspect
// ratio is nearest to that of `seen`; of two equally near, the larger. Where a shape is so flat
// that the shorter side cannot be less, the longer one is what the budget leaves. `fit.pixels` is
// least_pixels() or more, both sides of `seen` are positive.
Size fitted(PictureFit fit, Size seen);

// What [surface] picture is.
struct PictureSize {
  Size size;  // pixels; with `fit`, nothing until it is resolved for what is seen
  std::optional<PictureFit> fit = {};  // nothing: `size` as it stands
  friend bool operator==(const PictureSize&, const PictureSize&) = default;
};

// The same for a surface of that size, with nothing left to fit.
PictureSize resolved(const PictureSize& picture, Size seen);
}  // namespace franz
