#pragma once
// Where SendInput takes the pointer. Pure.
#include <cstdint>

namespace franz::executor {
// A pixel as one of 65536 parts of a side of the virtual desktop, `size` pixels long; `pixel`
// counts from its beginning. Windows takes part * size / 65536 for the pixel, rounded down, so the
// first part that reaches it is the one: the next one below belongs to the pixel before. Source:
// MOUSEINPUT, "MOUSEEVENTF_VIRTUALDESK".
constexpr std::int32_t to_absolute(int pixel, int size) {
  return static_cast<std::int32_t>((std::int64_t{pixel} * 65536 + size - 1) / size);
}
}  // namespace franz::executor
