#pragma once
// Coordinates for SendInput. Pure.
#include <cstdint>

namespace franz::executor {
// Converts a pixel to one of 65536 parts of a side of the virtual desktop. `size`: length of the
// side in pixels; `pixel` counts from its start. Windows computes part * size / 65536, rounded
// down, so this is the smallest part that gives the pixel; the next smaller one gives the pixel
// before. Source: MOUSEINPUT, "MOUSEEVENTF_VIRTUALDESK".
constexpr std::int32_t to_absolute(int pixel, int size) {
  return static_cast<std::int32_t>((std::int64_t{pixel} * 65536 + size - 1) / size);
}
}  // namespace franz::executor
