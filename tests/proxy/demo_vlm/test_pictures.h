#pragma once
// Pictures made by hand: white lines in a byte buffer, and a PNG of them.
#include <algorithm>
#include <cmath>
#include <string>
#include "proxy/demo_vlm/picture.h"

namespace franz::demo_vlm {
inline Picture black(int width, int height) {
  return {width, height, std::vector<unsigned char>(static_cast<std::size_t>(width * height * 3))};
}

inline void paint(Picture& picture, int x, int y, unsigned char r, unsigned char g,
                  unsigned char b) {
  if (x < 0 || y < 0 || x >= picture.width || y >= picture.height) return;
  const auto at = static_cast<std::size_t>(y * picture.width + x) * 3;
  picture.rgb[at] = r;
  picture.rgb[at + 1] = g;
  picture.rgb[at + 2] = b;
}

// A line of 3 pixels' width between two points of 0 to 1000; `marked`: red, as the marks are.
inline void draw_line(Picture& picture, PlanPoint from, PlanPoint to, bool marked = false) {
  const double x1 = from.x * (picture.width - 1) / 1000.0, x2 = to.x * (picture.width - 1) / 1000.0;
  const double y1 = from.y * (picture.height - 1) / 1000.0;
  const double y2 = to.y * (picture.height - 1) / 1000.0;
  const int steps = std::max(1, static_cast<int>(2 * std::hypot(x2 - x1, y2 - y1)));
  for (int i = 0; i <= steps; ++i) {
    const int x = static_cast<int>(std::lround(x1 + (x2 - x1) * i / steps));
    const int y = static_cast<int>(std::lround(y1 + (y2 - y1) * i / steps));
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        marked ? paint(picture, x + dx, y + dy, 255, 59, 48)
               : paint(picture, x + dx, y + dy, 255, 255, 255);
      }
    }
  }
}

inline void draw_call(Picture& picture, const PlannedCall& call) {
  if (call.kind != PlannedCall::Kind::type) return draw_line(picture, call.from, call.to);
  for (int x = call.from.x + 14; x < call.from.x + 14 + 18 * static_cast<int>(call.text.size());
       x += 12) {
    draw_line(picture, {x, call.from.y - 15}, {x, call.from.y + 15});
  }
}

inline void draw_part(Picture& picture, const Part& part) {
  for (const PlannedCall& call : part.calls) draw_call(picture, call);
}

inline std::string big_endian(std::size_t value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xFF);
  return bytes;
}

// One chunk; the decoder does not look at checksums.
inline std::string png_chunk(const std::string& type, const std::string& data) {
  return big_endian(data.size()) + type + data + std::string(4, '\0');
}

inline std::string png_header(std::size_t width, std::size_t height) {
  return "\x89PNG\r\n\x1a\n" + png_chunk("IHDR", big_endian(width) + big_endian(height) +
                                                     std::string("\x08\x02\0\0\0", 5));
}

inline std::string png_of(const Picture& picture) {
  std::string zlib = "\x78\x01";
  const auto row = static_cast<std::size_t>(picture.width) * 3;
  for (int y = 0; y < picture.height; ++y) {  // one stored block a row
    const std::size_t size = row + 1;
    zlib += y + 1 == picture.height ? '\x01' : '\0';
    for (const std::size_t length : {size, ~size}) {
      zlib += static_cast<char>(length & 0xFF);
      zlib += static_cast<char>(length >> 8 & 0xFF);
    }
    zlib += '\0';
    zlib.append(
        reinterpret_cast<const char*>(picture.rgb.data()) + row * static_cast<std::size_t>(y), row);
  }
  const auto width = static_cast<std::size_t>(picture.width);
  return png_header(width, static_cast<std::size_t>(picture.height)) +
         png_chunk("IDAT", zlib + std::string(4, '\0')) + png_chunk("IEND", "");
}
}  // namespace franz::demo_vlm
