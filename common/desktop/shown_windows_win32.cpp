#include "common/desktop/shown_windows_win32.h"
#include <windows.h>
// dwmapi.h needs the line above
#include <dwmapi.h>
#include <array>
#include "common/os/win32_support.h"

namespace franz::win32 {
namespace {
constexpr int kMaxOwners = 16;  // ends a cycle of windows that own each other

bool has_caption(HWND window) {
  return (::GetWindowLongPtrW(window, GWL_STYLE) & WS_CAPTION) == WS_CAPTION;
}

bool is_cloaked(HWND window) {
  DWORD cloaked = 0;
  return SUCCEEDED(::DwmGetWindowAttribute(window, DWMWA_CLOAKED, &cloaked, sizeof cloaked)) &&
         cloaked != 0;
}

// Without the invisible borders that GetWindowRect includes since Windows 10.
RECT frame_of(HWND window) {
  RECT frame{};
  if (FAILED(::DwmGetWindowAttribute(window, DWMWA_EXTENDED_FRAME_BOUNDS, &frame, sizeof frame)))
    ::GetWindowRect(window, &frame);
  return frame;
}

std::wstring class_of(HWND window) {
  std::array<wchar_t, 257> name{};  // 256 at most (WNDCLASSEXW)
  ::GetClassNameW(window, name.data(), static_cast<int>(name.size()));
  return name.data();
}

// The file that a process runs; empty: unknown.
std::wstring program_of(HANDLE process) {
  std::wstring path(32768, L'\0');
  auto length = static_cast<DWORD>(path.size());
  if (::QueryFullProcessImageNameW(process, 0, path.data(), &length) == 0) length = 0;
  path.resize(length);
  return path;
}

// Of the program beside ours; any program may use the name of a class.
bool is_status_window(HWND window) {
  if (class_of(window) != kStatusWindowClass) return false;
  DWORD process = 0;
  ::GetWindowThreadProcessId(window, &process);
  const Handle handle(::OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, process));
  if (!handle.ok()) return false;
  const std::wstring its = program_of(handle.get());
  std::wstring ours = program_of(::GetCurrentProcess());
  ours.erase(ours.find_last_of(L'\\') + 1);
  ours += L"status_window.exe";
  return ::CompareStringOrdinal(its.data(), static_cast<int>(its.size()), ours.data(),
                                static_cast<int>(ours.size()), TRUE) == CSTR_EQUAL;
}
}  // namespace

bool is_background(void* window) {
  const HWND handle = static_cast<HWND>(window);
  if (handle == ::GetDesktopWindow() || handle == ::GetShellWindow()) return true;
  const std::wstring kind = class_of(handle);
  return kind == L"Progman" || kind == L"WorkerW";
}

std::vector<void*> owners_of(void* window) {
  const HWND handle = static_cast<HWND>(window);
  std::vector<void*> owners;
  HWND owner = ::GetWindow(handle, GW_OWNER);
  for (int i = 0; owner != nullptr && i < kMaxOwners; ++i, owner = ::GetWindow(owner, GW_OWNER))
    owners.push_back(owner);
  const bool popup = (::GetWindowLongPtrW(handle, GWL_STYLE) & WS_POPUP) != 0;
  if (!owners.empty() || !popup || has_caption(handle)) return owners;
  const auto add = [](HWND each, LPARAM list) -> BOOL {
    if (::IsWindowVisible(each) != 0 && has_caption(each))
      reinterpret_cast<std::vector<void*>*>(list)->push_back(each);
    return TRUE;
  };
  ::EnumThreadWindows(::GetWindowThreadProcessId(handle, nullptr), add,
                      reinterpret_cast<LPARAM>(&owners));
  return owners;
}

Screen client_area(void* window) {
  RECT box{};
  POINT corner{};
  ::GetClientRect(static_cast<HWND>(window), &box);
  ::ClientToScreen(static_cast<HWND>(window), &corner);
  return {corner.x, corner.y, box.right, box.bottom};
}

std::string title_of(void* window) {
  // For another program's window this reads the system's copy; the program is not asked.
  constexpr int kMaxTitle = 16384;  // UTF-16 units
  std::wstring title(kMaxTitle, L'\0');
  const int length = ::GetWindowTextW(static_cast<HWND>(window), title.data(), kMaxTitle);
  title.resize(static_cast<std::size_t>(length > 0 ? length : 0));
  return to_utf8(title);
}

std::vector<ShownWindow> shown_windows() {
  std::vector<ShownWindow> windows;
  const auto add = [](HWND window, LPARAM list) -> BOOL {
    if (::IsWindowVisible(window) == 0 || is_cloaked(window) || is_background(window) ||
        is_status_window(window))
      return TRUE;
    const RECT frame = frame_of(window);
    if (frame.right <= frame.left || frame.bottom <= frame.top) return TRUE;
    DWORD affinity = 0;
    const bool withheld =
        ::GetWindowDisplayAffinity(window, &affinity) != 0 && affinity != WDA_NONE;
    reinterpret_cast<std::vector<ShownWindow>*>(list)->push_back(
        {window,
         title_of(window),
         {frame.left, frame.top, frame.right - frame.left, frame.bottom - frame.top},
         ::IsIconic(window) != 0,
         withheld});
    return TRUE;
  };
  ::EnumWindows(add, reinterpret_cast<LPARAM>(&windows));
  return windows;
}
}  // namespace franz::win32
