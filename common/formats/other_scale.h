#pragma once
// Places that were written in another scale than the one that a profile reads: 0.45 where 0 to 1000
// is read, or pixels. Such a place would be a click in a corner, so nothing is done at it.
#include <optional>
#include <string>
#include <string_view>
#include "common/formats/dialect.h"
#include "common/geometry/coordinates.h"

namespace franz {
// CallError::kind of an item that is refused for its scale.
inline constexpr std::string_view kOtherScaleKind = "other_scale";

// The scale that the place fits, as [agent] coordinates names it ("0-1", "0-1000", "pixels"), where
// it cannot be meant in `coordinates`:
// - both numbers are from 0 to 1, one of them with a fraction, and the scale is a larger one;
// - a number is more than a twentieth over the scale, and both fit the other one. `seen`: the size
//   of the picture.
// Nothing: it fits its own scale, or no other one.
std::optional<std::string_view> other_scale_of(MapPoint at, const Coordinates& coordinates,
                                               Size seen);

// What the model is answered: "(0.45, 0.33) looks like 0-1, but places are read as 0-1000".
std::string other_scale_text(MapPoint at, std::string_view scale, const Coordinates& coordinates);
// What the person is shown, with the line of the profile.
std::string other_scale_advice(std::string_view scale, const Coordinates& coordinates);

// Refuses each item with a place in another scale (Item::other_scale).
void refuse_other_scales(const Source& source, Reading& reading);
}  // namespace franz
