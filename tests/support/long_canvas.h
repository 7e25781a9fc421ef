#pragma once
// A canvas in the format of versions before 0.1.0, 24 bits per pixel.
#include <cstddef>
#include <cstdint>
#include <string>

namespace franz {
// From a file of one bit per pixel.
inline std::string in_24_bits(const std::string& canvas) {
  const auto number = [&canvas](std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 4; i > 0; --i)
      value = value << 8U | static_cast<unsigned char>(canvas[at + i - 1]);
    return value;
  };
  const std::size_t rows = number(10), width = number(18), height = number(22);
  std::string file = canvas.substr(0, 54);
  file[10] = 54;
  file[28] = 24;
  file[46] = 0;
  for (std::size_t y = 0; y < height; ++y) {
    std::string row;
    for (std::size_t x = 0; x < width; ++x) {
      const char byte = canvas[rows + y * ((width + 31) / 32 * 4) + x / 8];
      row.append(3, (byte << (x % 8) & 0x80) != 0 ? '\xFF' : '\0');
    }
    file += row.append((4 - row.size() % 4) % 4, '\0');
  }
  return file;
}
}  // namespace franz
