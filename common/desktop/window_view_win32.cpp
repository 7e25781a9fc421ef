#include <windows.h>
#include <algorithm>
#include "common/desktop/input_desktop.h"
#include "common/desktop/memory_picture_win32.h"
#include "common/desktop/monitors.h"
#include "common/desktop/screen_view.h"
#include "common/desktop/shown_windows_win32.h"
#include "common/desktop/window_view.h"

namespace franz {
namespace {
// In winuser.h since Windows 8.1: includes what a program draws with the graphics card.
constexpr UINT kRenderFullContent = 2;

HWND handle_of(std::uint64_t window) {
  return reinterpret_cast<HWND>(static_cast<std::uintptr_t>(window));
}
std::uint64_t id_of(void* window) { return reinterpret_cast<std::uintptr_t>(window); }

bool is_opaque(HWND window) {
  RECT box{};
  return (::GetWindowLongPtrW(window, GWL_EXSTYLE) & WS_EX_LAYERED) == 0 &&
         ::GetWindowRgnBox(window, &box) == ERROR;
}

bool is_withheld(HWND window) {
  DWORD affinity = 0;
  return ::GetWindowDisplayAffinity(window, &affinity) != 0 && affinity != WDA_NONE;
}

class Win32WindowView final : public WindowView {
 public:
  Result<std::optional<WindowScene>> scene(std::uint64_t window) override {
    const HWND handle = handle_of(window);
    if (::IsWindow(handle) == 0 || ::IsWindowVisible(handle) == 0 ||
        ::GetAncestor(handle, GA_ROOT) != handle || win32::is_background(handle))
      return std::optional<WindowScene>();
    DWORD process = 0;
    ::GetWindowThreadProcessId(handle, &process);
    WindowScene scene{.area = win32::client_area(handle),
                      .pid = process,
                      .minimised = ::IsIconic(handle) != 0,
                      .opaque = is_opaque(handle),
                      .withheld = is_withheld(handle)};
    if (!scene.minimised) scene.above = above(handle, scene.area);
    return std::optional(std::move(scene));
  }

  // Source: PrintWindow. Wine reports success and leaves everything black, and so do programs with
  // unusual drawing: that counts as a failure.
  Result<std::vector<std::optional<DrawnWindow>>> draw(std::span<const std::uint64_t> windows,
                                                       std::span<const Screen>) override {
    std::vector<std::optional<DrawnWindow>> drawn;
    for (const std::uint64_t each : windows) drawn.push_back(print(handle_of(each)));
    return drawn;
  }

 private:
  static std::vector<WindowAbove> above(HWND window, const Screen& area) {
    std::vector<WindowAbove> above;
    for (const win32::ShownWindow& each : win32::shown_windows()) {
      if (each.handle == window) break;
      if (each.minimised || !common_area(each.frame, area)) continue;
      const auto owners = win32::owners_of(each.handle);
      const bool own = std::ranges::find(owners, static_cast<void*>(window)) != owners.end();
      above.push_back(
          {id_of(each.handle), each.frame, own, is_opaque(static_cast<HWND>(each.handle))});
    }
    return above;
  }

  static std::optional<DrawnWindow> print(HWND window) {
    RECT box{};
    // A hung program would block us.
    if (::IsHungAppWindow(window) != 0 || ::IsIconic(window) != 0 ||
        ::GetWindowRect(window, &box) == 0 || box.right <= box.left || box.bottom <= box.top)
      return std::nullopt;
    const Screen area{box.left, box.top, box.right - box.left, box.bottom - box.top};
    const auto memory = win32::MemoryPicture::make({area.width, area.height});
    if (!memory.ok() ||
        ::PrintWindow(window, static_cast<HDC>(memory.value().context()), kRenderFullContent) == 0)
      return std::nullopt;
    ScreenPixels pixels{area, memory.value().pixels()};
    if (is_all_black(pixels)) return std::nullopt;
    for (std::size_t i = 3; i < pixels.bgrx.size(); i += 4) pixels.bgrx[i] = 0xFF;
    return DrawnWindow{area, std::move(pixels.bgrx)};
  }
};
}  // namespace

Result<std::unique_ptr<WindowView>> open_window_view(const std::string& display) {
  if (const Status usable = use_windows_display(display); !usable.ok()) return usable.error();
  return std::unique_ptr<WindowView>(std::make_unique<Win32WindowView>());
}
}  // namespace franz
