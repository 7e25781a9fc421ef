#include "proxy/calibration_card/card_area.h"
#include <charconv>
#include <optional>
#include <string>
#include "common/wire/turn_options.h"

namespace franz::calibration_card {
namespace {
constexpr int kFarthest = 65535;  // pixels from the origin

// The integer at the beginning of `rest`; removes it from `rest`.
std::optional<int> take_number(std::string_view& rest, int least, int most) {
  int number = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (error != std::errc() || number < least || number > most) return std::nullopt;
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  return number;
}

bool take(std::string_view& rest, char c) {
  if (!rest.starts_with(c)) return false;
  rest.remove_prefix(1);
  return true;
}

std::optional<Screen> area_of(std::string_view rest) {
  Screen area;
  const auto width = take_number(rest, 1, kMaxCanvasSide);
  if (!width || !take(rest, 'x')) return std::nullopt;
  const auto height = take_number(rest, 1, kMaxCanvasSide);
  if (!height) return std::nullopt;
  area.width = *width;
  area.height = *height;
  if (rest.empty()) return area;
  for (int* const origin : {&area.origin_x, &area.origin_y}) {
    if (!take(rest, '+')) return std::nullopt;
    const auto at = take_number(rest, -kFarthest, kFarthest);
    if (!at) return std::nullopt;
    *origin = *at;
  }
  return rest.empty() ? std::optional(area) : std::nullopt;
}
}  // namespace

Result<Screen> parse_area(std::string_view text) {
  if (const auto area = area_of(text)) return *area;
  return Error{"expected WIDTHxHEIGHT+X+Y, got " + std::string(text)};
}
}  // namespace franz::calibration_card
