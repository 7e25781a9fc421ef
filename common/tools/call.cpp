#include "common/tools/call.h"
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include "common/base/json_string.h"

namespace franz {
static std::string argument_text(const Argument& argument) {
  if (const auto* integer = std::get_if<Integer>(&argument)) {
    return (integer->negative ? "-" : "") + std::to_string(integer->magnitude);
  }
  if (const auto* real = std::get_if<double>(&argument)) return python_repr(*real);
  return quote_json(std::get<std::string>(argument));
}

std::string canonical_text(const Call& call) {
  std::string list;
  for (const Argument& each : call.arguments) {
    if (!list.empty()) list += ", ";
    list += argument_text(each);
  }
  return std::string(tool_of(call.tool).name) + "(" + list + ")";
}

Argument number_argument(double value) {
  // Above this value every double is whole, and some fit no integer.
  constexpr double kExact = 9007199254740992;  // 2^53
  if (value != std::floor(value) || std::abs(value) > kExact) return value;
  return Integer{value < 0, static_cast<std::uint64_t>(std::abs(value))};
}

double number_at(const Call& call, std::size_t index) {
  if (index >= call.arguments.size()) {
    return tool_of(call.tool).parameters[index].fallback.value_or(0);
  }
  if (const auto* integer = std::get_if<Integer>(&call.arguments[index])) {
    const auto magnitude = static_cast<double>(integer->magnitude);
    return integer->negative ? -magnitude : magnitude;
  }
  return std::get<double>(call.arguments[index]);
}

const std::string& text_at(const Call& call, std::size_t index) {
  return std::get<std::string>(call.arguments[index]);
}

static std::size_t coordinates_of(const Call& call) {
  std::size_t count = 0;
  for (const Parameter& each : tool_of(call.tool).parameters) {
    count += each.kind == ParameterKind::coordinate ? 1 : 0;
  }
  return count;
}

std::optional<MapPoint> start_point(const Call& call) {
  if (coordinates_of(call) < 2) return std::nullopt;
  return MapPoint{number_at(call, 0), number_at(call, 1)};
}

std::optional<MapPoint> end_point(const Call& call) {
  const std::size_t count = coordinates_of(call);
  if (count < 2) return std::nullopt;
  return MapPoint{number_at(call, count - 2), number_at(call, count - 1)};
}

Call with_normalised_places(Call call, const Coordinates& coordinates, Size seen) {
  if (are_normalised(coordinates)) return call;
  for (std::size_t i = 0; i + 1 < coordinates_of(call); i += 2) {
    const MapPoint at =
        to_normalised({number_at(call, i), number_at(call, i + 1)}, coordinates, seen);
    call.arguments[i] = at.x;
    call.arguments[i + 1] = at.y;
  }
  return call;
}

Call with_places_on(Call call, const Coordinates& coordinates, Size seen) {
  if (are_normalised(coordinates)) return call;
  // to_normalised() rounds by less than a twentieth of a pixel, so rounding to tenths restores the
  // original. A fraction needs the digits that make a tenth of a pixel.
  const double steps =
      coordinates.kind == Coordinates::Kind::relative && coordinates.divisor == 1 ? 10'000 : 10;
  const auto shown = [steps](double value) {
    return number_argument(std::round(value * steps) / steps);
  };
  const std::size_t count = std::min(coordinates_of(call), call.arguments.size());
  for (std::size_t i = 0; i + 1 < count; i += 2) {
    const MapPoint at =
        from_normalised({number_at(call, i), number_at(call, i + 1)}, coordinates, seen);
    call.arguments[i] = shown(at.x);
    call.arguments[i + 1] = shown(at.y);
  }
  return call;
}

Call with_moved_places(Call call, const Screen& seen, const Screen& now) {
  if (seen == now) return call;
  for (std::size_t i = 0; i + 1 < coordinates_of(call); i += 2) {
    const MapPoint at = moved_place({number_at(call, i), number_at(call, i + 1)}, seen, now);
    call.arguments[i] = at.x;
    call.arguments[i + 1] = at.y;
  }
  return call;
}

bool leaves_the_picture(const Call& call) {
  for (std::size_t i = 0; i < coordinates_of(call); ++i) {
    if (number_at(call, i) < 0 || number_at(call, i) > kFullScale) return true;
  }
  return false;
}

std::string python_repr(double value) {
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  std::array<char, 32> buffer{};
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                          std::chars_format::scientific);
  std::string text(buffer.data(), end);  // -d.ddde+XX, as Python writes it with an exponent
  const std::size_t e = text.find('e');
  int exponent = 0;
  const std::size_t sign = text[e + 1] == '+' ? 1 : 0;  // from_chars accepts no plus sign
  std::from_chars(text.data() + e + 1 + sign, text.data() + text.size(), exponent);
  if (exponent < -4 || exponent >= 16) return text;

  const std::string minus = text[0] == '-' ? "-" : "";
  std::string digits;
  for (const char c : text.substr(0, e)) {
    if (c != '-' && c != '.') digits += c;
  }
  if (exponent < 0) {
    return minus + "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  }
  const auto whole = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() <= whole) return minus + digits.append(whole - digits.size(), '0') + ".0";
  return minus + digits.insert(whole, ".");
}
}  // namespace franz
