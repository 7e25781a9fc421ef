#pragma once
// A picture in memory that the system draws into.
#include <cstdint>
#include <vector>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz::win32 {
class MemoryPicture {
 public:
  // Black. `size` has at least one pixel. Failure: the system has no memory; see GetLastError().
  static Result<MemoryPicture> make(Size size);
  MemoryPicture(MemoryPicture&& other) noexcept;
  MemoryPicture& operator=(MemoryPicture&&) = delete;
  ~MemoryPicture();

  void* context() const { return context_; }  // HDC
  // Blue, green, red and an unused byte for each pixel, row by row from the top.
  std::vector<std::uint8_t> pixels() const;

 private:
  MemoryPicture() = default;
  Size size_;
  void *context_ = nullptr, *bitmap_ = nullptr, *before_ = nullptr, *bits_ = nullptr;
};
}  // namespace franz::win32
