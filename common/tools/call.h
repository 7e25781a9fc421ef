#pragma once
// One call of a tool as a value, and its canonical text, the form in which calls travel:
//   drag(350, 290, 410, 240)   scroll(500, 500)   type("meow \"m\"\n")   left_click(0.5, 1e+16)
// Parameters in order, no keywords, defaults that were left out stay out, integers in decimal,
// floats as Python's repr, strings in JSON's quoting with non-ASCII as it is.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>
#include "common/base/result.h"
#include "common/geometry/coordinates.h"
#include "common/geometry/screen_map.h"
#include "common/tools/tool_registry.h"

namespace franz {
// An integer as the model wrote it; hexadecimal may need all 64 bits. Zero is not negative.
struct Integer {
  bool negative = false;
  std::uint64_t magnitude = 0;
  friend bool operator==(const Integer&, const Integer&) = default;
};

// UTF-8 text, or WTF-8 if the model's text contained a lone surrogate.
using Argument = std::variant<Integer, double, std::string>;

// The arguments match the tool's parameters: numbers are finite, seconds not negative. They are the
// model's own numbers: coordinates may be outside 0..1000 and are clamped when used (to_pixel).
struct Call {
  ToolId tool = ToolId::screenshot;
  std::vector<Argument> arguments;  // in parameter order; trailing defaults may be omitted
  // The pause between repeated clicks, and after each typed character, in milliseconds; nothing:
  // the surface's own. It affects only a real screen and is not part of the canonical text.
  std::optional<int> interval_ms = {};
  friend bool operator==(const Call&, const Call&) = default;
};

std::string canonical_text(const Call& call);

// Parses a canonical text, regardless of which tools are enabled. Uses the grammar of
// call_grammar.h: one call with literal arguments; here a lone surrogate may also be escaped.
// Failure: the error, as in "TypeError: drag() missing 1 required positional argument: 'y2'".
Result<Call> parse_canonical_call(std::string_view text);

// A finite number as an argument: an Integer if it is whole.
Argument number_argument(double value);

// The number at `index` of the tool's parameters, or the parameter's default if omitted.
double number_at(const Call& call, std::size_t index);
// The string at `index` of the arguments.
const std::string& text_at(const Call& call, std::size_t index);

// The start and end of a call with coordinates: a drag has two positions, other calls have one.
// Nothing for tools without coordinates. Not clamped.
std::optional<MapPoint> start_point(const Call& call);
std::optional<MapPoint> end_point(const Call& call);

// Converts a call's coordinates to 0..1000 from another scale, on a picture of size `seen`. If the
// scale is already 0..1000, the model's own numbers stay unchanged.
Call with_normalised_places(Call call, const Coordinates& coordinates, Size seen);

// The inverse, to a tenth of a pixel or of a step of the scale, or for fractions to four digits:
// for people. The call's coordinates are in 0..1000.
Call with_places_on(Call call, const Coordinates& coordinates, Size seen);

// Converts a call's positions on `seen` to the moved or resized surface (moved_place()).
Call with_moved_places(Call call, const Screen& seen, const Screen& now);

// True if a coordinate is outside 0..1000 and will be clamped.
bool leaves_the_picture(const Call& call);

// Python's repr of a float: the shortest digits that are read back as the same number, with an
// exponent below 1e-4 and from 1e16: 0.5, 470.0, 1e-05, 1e+16, inf, -inf.
std::string python_repr(double value);
}  // namespace franz
