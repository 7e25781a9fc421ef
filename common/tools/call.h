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
// An integer as the model wrote it; a hexadecimal one may need all 64 bits. Zero is not negative.
struct Integer {
  bool negative = false;
  std::uint64_t magnitude = 0;
  friend bool operator==(const Integer&, const Integer&) = default;
};

// Text is UTF-8, or WTF-8 where the model's own text held a surrogate that stands alone.
using Argument = std::variant<Integer, double, std::string>;

// The arguments fit the tool's parameters: numbers are finite, seconds not negative. They are the
// model's own numbers: coordinates may lie outside 0..1000 and are clamped where they are used
// (to_pixel clamps).
struct Call {
  ToolId tool = ToolId::screenshot;
  std::vector<Argument> arguments;  // in parameter order; trailing defaults may be left out
  // The pause between the clicks of a row, and after each character that is typed, in milliseconds;
  // nothing: that of the surface. It says how the call is performed on a real screen, and is no
  // part of its canonical text.
  std::optional<int> interval_ms = {};
  friend bool operator==(const Call&, const Call&) = default;
};

std::string canonical_text(const Call& call);

// The call that a canonical text means, whatever tools are switched on. It reads the grammar of
// call_grammar.h: one call with literal arguments; here a lone surrogate may be escaped, too.
// Failure: what is wrong, as in "TypeError: drag() missing 1 required positional argument: 'y2'".
Result<Call> parse_canonical_call(std::string_view text);

// A finite number as an argument: an Integer where it is whole.
Argument number_argument(double value);

// The number at `index` of the tool's parameters, the parameter's default if it was left out.
double number_at(const Call& call, std::size_t index);
// The string at `index` of the arguments.
const std::string& text_at(const Call& call, std::size_t index);

// Where a call with coordinates begins and ends: a drag has two places, every other one place.
// Nothing for tools without coordinates. Not clamped.
std::optional<MapPoint> start_point(const Call& call);
std::optional<MapPoint> end_point(const Call& call);

// The call with its coordinates in 0..1000; `call` has them in another scale, on a picture of size
// `seen`. The model's own numbers stay as they are where the scale is 0..1000 anyway.
Call with_normalised_places(Call call, const Coordinates& coordinates, Size seen);

// The other way, to a tenth of a pixel or of a step of the scale: for people. The call's places are
// in 0..1000.
Call with_places_on(Call call, const Coordinates& coordinates, Size seen);

// The call with its places, which are those of `seen`, on what that was moved or resized to
// (moved_place()).
Call with_moved_places(Call call, const Screen& seen, const Screen& now);

// True if a coordinate lies outside 0..1000 and will be clamped.
bool leaves_the_picture(const Call& call);

// Python's repr of a float: the shortest digits that read back the same, an exponent below 1e-4 and
// from 1e16: 0.5, 470.0, 1e-05, 1e+16, inf, -inf.
std::string python_repr(double value);
}  // namespace franz
