#pragma once
// Detects places in another scale than the profile's: 0.45 if 0 to 1000 is expected, or pixels.
// Such a place would become a click in a corner, so its action is refused.
#include <optional>
#include <string>
#include <string_view>
#include "common/formats/dialect.h"
#include "common/geometry/coordinates.h"

namespace franz {
// CallError::kind of an item that is refused for its scale.
inline constexpr std::string_view kOtherScaleKind = "other_scale";

// The scale that the place fits, by its name in [agent] coordinates ("0-1", "0-1000", "pixels"), if
// it cannot be in `coordinates`:
// - both numbers are from 0 to 1, one of them with a fraction, and the profile's scale is larger;
// - a number exceeds the profile's scale by more than a twentieth, and both fit the other scale.
//   `seen`: the size of the picture.
// Nothing: it fits its own scale, or no other one.
std::optional<std::string_view> other_scale_of(MapPoint at, const Coordinates& coordinates,
                                               Size seen);

// The answer to the model: "(0.45, 0.33) looks like 0-1, but places are read as 0-1000".
std::string other_scale_text(MapPoint at, std::string_view scale, const Coordinates& coordinates);
// The advice to the person, with the profile's line.
std::string other_scale_advice(std::string_view scale, const Coordinates& coordinates);

// Refuses each item with a place in another scale (Item::other_scale).
void refuse_other_scales(const Source& source, Reading& reading);
}  // namespace franz
