#include "common/desktop/memory_picture_win32.h"
#include <windows.h>
#include <utility>
#include "common/os/win32_support.h"

namespace franz::win32 {
Result<MemoryPicture> MemoryPicture::make(Size size) {
  BITMAPINFO info{};
  info.bmiHeader.biSize = sizeof info.bmiHeader;
  info.bmiHeader.biWidth = size.width;
  info.bmiHeader.biHeight = -size.height;  // the top row first
  info.bmiHeader.biPlanes = 1;
  info.bmiHeader.biBitCount = 32;
  info.bmiHeader.biCompression = BI_RGB;
  MemoryPicture made;
  made.size_ = size;
  const HDC screen = ::GetDC(nullptr);
  made.context_ = ::CreateCompatibleDC(screen);
  made.bitmap_ = ::CreateDIBSection(screen, &info, DIB_RGB_COLORS, &made.bits_, nullptr, 0);
  const Error why = last_error("memory for a picture");
  ::ReleaseDC(nullptr, screen);
  if (made.context_ == nullptr || made.bitmap_ == nullptr) return why;
  made.before_ = ::SelectObject(static_cast<HDC>(made.context_), made.bitmap_);
  return made;
}

MemoryPicture::MemoryPicture(MemoryPicture&& other) noexcept
    : size_(other.size_),
      context_(std::exchange(other.context_, nullptr)),
      bitmap_(std::exchange(other.bitmap_, nullptr)),
      before_(std::exchange(other.before_, nullptr)),
      bits_(std::exchange(other.bits_, nullptr)) {}

MemoryPicture::~MemoryPicture() {
  if (before_ != nullptr) ::SelectObject(static_cast<HDC>(context_), before_);
  if (bitmap_ != nullptr) ::DeleteObject(bitmap_);
  if (context_ != nullptr) ::DeleteDC(static_cast<HDC>(context_));
}

std::vector<std::uint8_t> MemoryPicture::pixels() const {
  ::GdiFlush();  // later reads of `bits_` see the drawing
  const auto* first = static_cast<const std::uint8_t*>(bits_);
  return {first, first + static_cast<std::size_t>(size_.width) *
                             static_cast<std::size_t>(size_.height) * 4};
}
}  // namespace franz::win32
