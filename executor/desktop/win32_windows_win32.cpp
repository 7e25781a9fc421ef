#include <windows.h>
#include <algorithm>
#include <array>
#include <chrono>
#include <thread>
#include <utility>
#include "common/desktop/input_desktop.h"
#include "common/desktop/shown_windows_win32.h"
#include "common/os/clock.h"
#include "common/os/win32_support.h"
#include "executor/desktop/screen_commands.h"
#include "executor/desktop/screen_windows.h"
#include "executor/desktop/window_rules.h"

namespace franz::executor {
namespace {
constexpr int kActivationWait = 3000, kActivationLookMs = 20, kAskAgainMs = 300;  // milliseconds

std::uint64_t id_of(HWND window) { return reinterpret_cast<std::uintptr_t>(window); }
HWND handle_of(const WindowInfo& window) {
  return reinterpret_cast<HWND>(static_cast<std::uintptr_t>(window.id));
}

// The file name of a process's program without ".exe"; empty: not available.
std::string program_of(DWORD process) {
  const win32::Handle handle(::OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, process));
  if (!handle.ok()) return {};
  std::wstring path(32768, L'\0');
  auto length = static_cast<DWORD>(path.size());
  if (::QueryFullProcessImageNameW(handle.get(), 0, path.data(), &length) == 0) return {};
  path.resize(length);
  std::string name = win32::to_utf8(path.substr(path.find_last_of(L"\\/") + 1));
  if (name.size() > 4 && ::_stricmp(name.c_str() + name.size() - 4, ".exe") == 0)
    name.resize(name.size() - 4);
  return name;
}

// A console window belongs to the terminal, no matter which program runs in it.
std::string app_of(HWND window, DWORD process) {
  constexpr std::wstring_view kConsole = L"ConsoleWindowClass";
  std::array<wchar_t, 64> kind{};
  ::GetClassNameW(window, kind.data(), static_cast<int>(kind.size()));
  return kind.data() == kConsole ? win32::to_utf8(kConsole) : program_of(process);
}

WindowInfo info_of(HWND window) {
  WindowInfo info;
  info.id = id_of(window);
  info.title = win32::title_of(window);
  DWORD process = 0;
  ::GetWindowThreadProcessId(window, &process);
  info.pid = process;
  info.app = app_of(window, process);
  info.area = win32::client_area(window);
  info.minimised = ::IsIconic(window) != 0;
  info.active = ::GetForegroundWindow() == window;
  for (void* const owner : win32::owners_of(window)) {
    info.owners.push_back(win32::title_of(owner));
    info.owner_ids.push_back(id_of(static_cast<HWND>(owner)));
  }
  return info;
}

class Win32Windows : public Windows {
 public:
  Result<std::vector<WindowInfo>> list() override {
    std::vector<WindowInfo> windows;
    for (const win32::ShownWindow& each : win32::shown_windows()) {
      const HWND window = static_cast<HWND>(each.handle);
      // A window without a title and a taskbar button is a program's helper window.
      const auto style = ::GetWindowLongPtrW(window, GWL_EXSTYLE);
      if (each.title.empty() || (style & WS_EX_NOACTIVATE) != 0) continue;
      windows.push_back(info_of(window));
    }
    return windows;
  }

  Result<std::optional<WindowInfo>> find(std::uint64_t id) override {
    const HWND window = reinterpret_cast<HWND>(static_cast<std::uintptr_t>(id));
    if (::IsWindow(window) == 0 || ::IsWindowVisible(window) == 0 ||
        ::GetAncestor(window, GA_ROOT) != window)
      return std::optional<WindowInfo>();
    return found(window);
  }

  Result<std::optional<WindowInfo>> at(Point place) override {
    return found(::WindowFromPoint({place.x, place.y}));
  }

  Result<std::optional<WindowInfo>> focused() override { return found(::GetForegroundWindow()); }

  Result<std::optional<std::uint64_t>> focused_id() override {
    const HWND top = top_of(::GetForegroundWindow());
    return top == nullptr ? std::nullopt : std::optional(id_of(top));
  }

  // Only the program that got the last input may set the foreground window. Attaching to its input
  // queue gives the same right. Source: SetForegroundWindow, "Remarks".
  Status activate(const WindowInfo& window) override {
    const HWND handle = handle_of(window);
    if (::IsWindow(handle) == 0) return Error{"the window " + shown(window) + " is gone"};
    const auto end = steady_time_ms() + kActivationWait;
    for (auto asked = steady_time_ms() - kAskAgainMs; steady_time_ms() < end;) {
      if (::GetForegroundWindow() == handle && ::IsIconic(handle) == 0) return Done{};
      if (const auto now = steady_time_ms(); now - asked >= kAskAgainMs) {
        asked = now;
        ask_for_front(handle);
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(kActivationLookMs));
    }
    const std::optional<WindowInfo> front = found(::GetForegroundWindow());
    return Error{"the window " + shown(window) + " did not come to the front; " +
                 (front ? shown(*front) + " has the keyboard" : "no window has the keyboard")};
  }

 private:
  // Null: the background, or no window.
  static HWND top_of(HWND window) {
    const HWND top = window == nullptr ? nullptr : ::GetAncestor(window, GA_ROOT);
    return top == nullptr || win32::is_background(top) ? nullptr : top;
  }

  static std::optional<WindowInfo> found(HWND window) {
    const HWND top = top_of(window);
    return top == nullptr ? std::nullopt : std::optional(info_of(top));
  }

  static void ask_for_front(HWND window) {
    if (::IsIconic(window) != 0) ::ShowWindowAsync(window, SW_RESTORE);
    if (::SetForegroundWindow(window) != 0) return;
    const DWORD ours = ::GetCurrentThreadId();
    const DWORD theirs = ::GetWindowThreadProcessId(::GetForegroundWindow(), nullptr);
    if (theirs == 0 || theirs == ours || ::AttachThreadInput(ours, theirs, TRUE) == 0) return;
    ::SetForegroundWindow(window);
    ::AttachThreadInput(ours, theirs, FALSE);
  }
};
}  // namespace

Result<std::unique_ptr<Windows>> open_windows(const std::string& display) {
  if (const Status usable = use_windows_display(display); !usable.ok()) return usable.error();
  return std::unique_ptr<Windows>(std::make_unique<Win32Windows>());
}

Result<std::vector<WindowInfo>> list_windows(const std::string& display) {
  const auto windows = open_windows(display);
  if (!windows.ok()) return windows.error();
  return windows.value()->list();
}
}  // namespace franz::executor
