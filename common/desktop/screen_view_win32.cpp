#include <windows.h>
// dwmapi.h needs the line above
#include <dwmapi.h>
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>
#include "common/desktop/cursor_pixels.h"
#include "common/desktop/input_desktop.h"
#include "common/desktop/memory_picture_win32.h"
#include "common/desktop/monitors.h"
#include "common/desktop/screen_view.h"
#include "common/desktop/shown_windows_win32.h"
#include "common/os/win32_support.h"

namespace franz {
namespace {
Error failed(const std::string& what) { return win32::last_error("the screen: " + what); }

struct ScreenDcReleaser {
  using pointer = HDC;
  void operator()(HDC dc) const { ::ReleaseDC(nullptr, dc); }
};
using ScreenDc = std::unique_ptr<HDC, ScreenDcReleaser>;

struct BitmapDeleter {
  using pointer = HBITMAP;
  void operator()(HBITMAP bitmap) const { ::DeleteObject(bitmap); }
};
using Bitmap = std::unique_ptr<HBITMAP, BitmapDeleter>;

struct IconDeleter {
  using pointer = HICON;
  void operator()(HICON icon) const { ::DestroyIcon(icon); }
};

// 32 bits per pixel, the top row first.
BITMAPINFO info_of(Size size) {
  BITMAPINFO info{};
  info.bmiHeader.biSize = sizeof info.bmiHeader;
  info.bmiHeader.biWidth = size.width;
  info.bmiHeader.biHeight = -size.height;
  info.bmiHeader.biPlanes = 1;
  info.bmiHeader.biBitCount = 32;
  info.bmiHeader.biCompression = BI_RGB;
  return info;
}

Screen area_of(const RECT& box) {
  return {box.left, box.top, box.right - box.left, box.bottom - box.top};
}

// Empty: it cannot be read.
std::vector<std::uint8_t> pixels_of(HBITMAP bitmap, Size size) {
  const ScreenDc screen(::GetDC(nullptr));
  BITMAPINFO info = info_of(size);
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(size.width) *
                                   static_cast<std::size_t>(size.height) * 4);
  const int rows = ::GetDIBits(screen.get(), bitmap, 0, static_cast<UINT>(size.height),
                               pixels.data(), &info, DIB_RGB_COLORS);
  if (rows != size.height) pixels.clear();
  return pixels;
}

// Its image with its hot spot; nothing: the cursor is not accessible.
std::optional<PointerImage> image_of(HCURSOR cursor) {
  const std::unique_ptr<HICON, IconDeleter> copy(::CopyIcon(cursor));
  ICONINFO icon{};
  if (::GetIconInfo(copy ? copy.get() : cursor, &icon) == 0) return std::nullopt;
  const Bitmap mask(icon.hbmMask), color(icon.hbmColor);
  BITMAP facts{};
  if (::GetObjectW(mask.get(), sizeof facts, &facts) == 0) return std::nullopt;
  const Size of_mask{facts.bmWidth, facts.bmHeight};
  const Size size{of_mask.width, color ? of_mask.height : of_mask.height / 2};
  CursorBitmaps bitmaps{size, {}, pixels_of(mask.get(), of_mask)};
  if (color) bitmaps.color = pixels_of(color.get(), size);
  PointerImage image;
  image.hot = {static_cast<int>(icon.xHotspot), static_cast<int>(icon.yHotspot)};
  image.size = size;
  image.bgra = cursor_pixels(bitmaps);
  return image;
}

class Win32View final : public ScreenView {
 public:
  Result<std::vector<Monitor>> monitors() override {
    std::vector<Monitor> monitors;
    const auto add = [](HMONITOR each, HDC, LPRECT, LPARAM list) -> BOOL {
      MONITORINFOEXW info{};
      info.cbSize = sizeof info;
      if (::GetMonitorInfoW(each, &info) != 0)
        reinterpret_cast<std::vector<Monitor>*>(list)->push_back(
            {win32::to_utf8(info.szDevice), area_of(info.rcMonitor),
             (info.dwFlags & MONITORINFOF_PRIMARY) != 0});
      return TRUE;
    };
    if (::EnumDisplayMonitors(nullptr, nullptr, add, reinterpret_cast<LPARAM>(&monitors)) == 0)
      return failed("its monitors");
    if (monitors.empty()) return Error{"the screen: there is no monitor"};
    return monitors;
  }

  // Source: BitBlt, "CAPTUREBLT"; "Capturing an Image".
  Result<ScreenPixels> grab(const Screen& area) override {
    const Result<std::vector<Monitor>> shown = monitors();
    if (!shown.ok()) return shown.error();
    const ScreenDc screen(::GetDC(nullptr));
    if (!screen) return failed("its pixels");
    const auto memory = win32::MemoryPicture::make({area.width, area.height});
    if (!memory.ok()) return within("the screen", memory.error());
    if (::BitBlt(static_cast<HDC>(memory.value().context()), 0, 0, area.width, area.height,
                 screen.get(), area.origin_x, area.origin_y, SRCCOPY | CAPTUREBLT) == 0)
      return failed("its pixels");
    ScreenPixels pixels{area, memory.value().pixels()};
    blacken_beside(shown.value(), pixels);
    return pixels;
  }

  Result<PointerImage> pointer() override {
    CURSORINFO info{};
    info.cbSize = sizeof info;
    if (::GetCursorInfo(&info) == 0) return failed("its pointer");
    PointerImage hidden;
    hidden.at = {info.ptScreenPos.x, info.ptScreenPos.y};
    if ((info.flags & CURSOR_SHOWING) == 0) return hidden;
    // Another program's cursor is not always accessible; the usual arrow is used then.
    std::optional<PointerImage> image = image_of(info.hCursor);
    if (!image) image = image_of(::LoadCursorW(nullptr, IDC_ARROW));
    if (!image) return Error{"the screen: the image of its pointer is not available"};
    image->at = hidden.at;
    return *std::move(image);
  }

  Result<bool> shows_windows(const Screen& area) override {
    for (const win32::ShownWindow& each : win32::shown_windows())
      if (common_area(each.frame, area)) return true;
    return false;
  }

  Result<std::vector<std::string>> withheld_windows(const Screen& area) override {
    std::vector<std::string> titles;
    for (const win32::ShownWindow& each : win32::shown_windows())
      if (each.withheld && common_area(each.frame, area)) titles.push_back(each.title);
    return titles;
  }
};
}  // namespace

Result<std::unique_ptr<ScreenView>> open_screen_view(const std::string& display) {
  if (const Status usable = use_windows_display(display); !usable.ok()) return usable.error();
  return std::unique_ptr<ScreenView>(std::make_unique<Win32View>());
}
}  // namespace franz
