#pragma once
// Small canvases of the sandbox as files and as pictures.
#include <cstdint>
#include <string>
#include <vector>
#include "common/geometry/screen_map.h"
#include "common/picture/canvas_file.h"
#include "common/picture/png_encoding.h"

namespace franz::proxy {
// A black canvas with these pixels white.
inline std::string canvas_with(const std::vector<Point>& white, Size size = {20, 5}) {
  const std::vector<std::uint8_t> black = black_canvas_file(size);
  std::string file(black.begin(), black.end());
  const CanvasLayout layout = read_canvas_layout(black).value();
  for (const Point& each : white) {
    const auto row =
        layout.rows + static_cast<std::size_t>(size.height - 1 - each.y) * layout.stride;
    file[row + static_cast<std::size_t>(each.x / 8)] |= static_cast<char>(0x80U >> (each.x % 8));
  }
  return file;
}

// A picture of the canvas at its own size.
inline std::string png_of_canvas(const std::string& file, Size size = {20, 5}) {
  const std::vector<std::uint8_t> bytes(file.begin(), file.end());
  const CanvasLayout layout = read_canvas_layout(bytes).value();
  std::vector<std::uint8_t> rgb;
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      const std::uint8_t byte =
          bytes[layout.rows + static_cast<std::size_t>(size.height - 1 - y) * layout.stride +
                static_cast<std::size_t>(x / 8)];
      rgb.insert(rgb.end(), 3, (byte << (x % 8) & 0x80) != 0 ? 255 : 0);
    }
  return encode_png(size, rgb);
}
}  // namespace franz::proxy
