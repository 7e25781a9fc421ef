#include "common/formats/voice.h"
#include <algorithm>
#include <charconv>
#include <cmath>

namespace franz {
static constexpr double kEnough = 0.0004;  // thousandths: places are rounded to these when read

std::string PlaceWriter::written(double thousandths, bool across) const {
  const int side = across ? picture_.width : picture_.height;
  const double scale = coordinates_.kind == Coordinates::Kind::relative
                           ? coordinates_.divisor
                           : static_cast<double>(std::max(1, side - 1));
  const double value = thousandths * scale / kFullScale;
  std::array<char, 32> text{};
  std::string number;
  for (int digits = 0; digits <= 6; ++digits) {
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                   std::chars_format::fixed, digits);
    number.assign(text.data(), end.ptr);
    double back = 0;
    std::from_chars(text.data(), end.ptr, back);
    if (std::abs(back * kFullScale / scale - thousandths) <= kEnough) break;
  }
  return number;
}

std::string PlaceWriter::x(const MapPoint& at) const { return written(at.x, true); }
std::string PlaceWriter::y(const MapPoint& at) const { return written(at.y, false); }

std::string single_quoted(std::string_view text) {
  std::string literal;
  for (const char c : text) {
    if (c == '\'' || c == '\\') literal += '\\';
    literal += c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return "'" + literal + "'";
}
}  // namespace franz
