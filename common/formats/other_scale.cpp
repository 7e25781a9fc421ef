#include "common/formats/other_scale.h"
#include <algorithm>
#include <cmath>
#include "common/base/json_string.h"

namespace franz {
namespace {
constexpr double kOverScale = 1.05;  // a place slightly outside means the edge

bool is_within(MapPoint at, double right, double bottom) {
  return at.x >= 0 && at.y >= 0 && at.x <= right && at.y <= bottom;
}

bool has_fraction(MapPoint at) { return at.x != std::floor(at.x) || at.y != std::floor(at.y); }

std::string scale_name(const Coordinates& coordinates) {
  const auto named = std::ranges::find(all_coordinates(), coordinates, &NamedCoordinates::value);
  return named == all_coordinates().end() ? "another scale" : std::string(named->name);
}
}  // namespace

std::optional<std::string_view> other_scale_of(MapPoint at, const Coordinates& coordinates,
                                               Size seen) {
  const bool is_relative = coordinates.kind == Coordinates::Kind::relative;
  const bool is_share = is_relative && coordinates.divisor == 1;
  if (!is_share && is_within(at, 1, 1) && has_fraction(at)) return "0-1";
  const MapPoint normalised = to_normalised(at, coordinates, seen);
  if (std::max(normalised.x, normalised.y) <= kFullScale * kOverScale) return std::nullopt;
  if (is_share) return is_within(at, kFullScale, kFullScale) ? "0-1000" : "pixels";
  if (!is_relative && is_within(at, kFullScale, kFullScale)) return "0-1000";
  if (is_relative && is_within(at, seen.width, seen.height)) return "pixels";
  return std::nullopt;
}

std::string other_scale_text(MapPoint at, std::string_view scale, const Coordinates& coordinates) {
  return "(" + json_number(at.x) + ", " + json_number(at.y) + ") looks like " + std::string(scale) +
         ", but places are read as " + scale_name(coordinates) + ": write it in that scale";
}

std::string other_scale_advice(std::string_view scale, const Coordinates& coordinates) {
  return "the model writes places as " + std::string(scale) + ", and the profile reads them as " +
         scale_name(coordinates) + ": if this continues, set `coordinates = " + std::string(scale) +
         "` in [agent] of the profile";
}

void refuse_other_scales(const Source& source, Reading& reading) {
  for (Item& item : reading.items) {
    if (!item.call) continue;
    for (const std::optional<MapPoint>& place : {start_point(*item.call), end_point(*item.call)}) {
      if (!place) continue;
      MapPoint at = from_normalised(*place, source.coordinates, source.seen);
      // Calls have places to a thousandth of 0 to 1000: a hundredth of a pixel is exact.
      at.x = std::round(at.x * 100) / 100;
      at.y = std::round(at.y * 100) / 100;
      const auto scale = other_scale_of(at, source.coordinates, source.seen);
      if (!scale) continue;
      item.error = CallError{std::string(kOtherScaleKind),
                             other_scale_text(at, *scale, source.coordinates), item.line, ""};
      item.other_scale = *scale;
    }
    if (item.error) {
      item.call.reset();
      reading.done.reset();
      reading.pointer = source.pointer;
    }
  }
}
}  // namespace franz
