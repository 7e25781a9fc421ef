#include <windows.h>
#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>
#include "common/desktop/input_desktop.h"
#include "common/desktop/monitors.h"
#include "common/desktop/screen_view.h"
#include "common/os/clock.h"
#include "common/tools/key_names.h"
#include "executor/desktop/hotkeys.h"
#include "executor/desktop/screen_commands.h"
#include "executor/desktop/virtual_keys.h"
#include "executor/desktop/win32_input.h"

namespace franz::executor {
namespace {
constexpr int kMonitorsMs = 2000;                 // maximum age of the monitor list
constexpr int kScreenCommandsLookMs = 10;         // between two checks of the pointer
constexpr int kReleaseLooks = 8;                  // earlier input may still be on its way
constexpr int kOneEntryMs = 50;                   // the hook runs before the pointer moves
constexpr int kReleaseWait = 3000, kQuiet = 100;  // milliseconds

bool anything_down() {
  for (int code = 1; code < 0xFF; ++code)
    if ((::GetAsyncKeyState(code) & 0x8000) != 0) return true;
  return false;
}

UINT modifier_of(std::string_view held) {
  if (held == "ctrl") return MOD_CONTROL;
  if (held == "alt") return MOD_ALT;
  if (held == "shift") return MOD_SHIFT;
  return MOD_WIN;
}

// The key's virtual key codes for RegisterHotKey: with Ctrl held, Pause becomes Cancel.
std::vector<UINT> codes_of(const std::string& name, bool with_control) {
  if (const std::optional<VirtualKey> named = virtual_key(name)) {
    std::vector<UINT> codes{named->code};
    if (named->code == VK_PAUSE && with_control) codes.push_back(VK_CANCEL);
    return codes;
  }
  if (name.size() != 1) return {};
  const SHORT found = ::VkKeyScanW(static_cast<wchar_t>(static_cast<unsigned char>(name.front())));
  if (found == -1) return {};
  return {static_cast<UINT>(found & 0xFF)};
}

// Hotkeys and hook belong to the thread that runs this.
class Win32ScreenWatch {
 public:
  Win32ScreenWatch(ScreenView& view, const WatchPorts& ports) : view_(view), ports_(ports) {}
  ~Win32ScreenWatch() {
    if (hook_ != nullptr) ::UnhookWindowsHookEx(hook_);
    watching = nullptr;
  }
  Win32ScreenWatch(const Win32ScreenWatch&) = delete;
  Win32ScreenWatch& operator=(const Win32ScreenWatch&) = delete;

  void run(const std::string& panic_key) {
    look_at_corner();
    const bool was_in_corner = in_corner_;
    register_keys(panic_key);
    listen_to_mouse();
    report({WatchEvent::Kind::ready});
    if (was_in_corner) report({WatchEvent::Kind::panic_corner});
    while (has_listener_) {
      ::MsgWaitForMultipleObjects(0, nullptr, FALSE, kScreenCommandsLookMs, QS_ALLINPUT);
      for (MSG message{}; ::PeekMessageW(&message, nullptr, 0, 0, PM_REMOVE) != 0;)
        if (message.message == WM_HOTKEY)
          report({message.wParam < kResumeIds ? WatchEvent::Kind::panic_key
                                              : WatchEvent::Kind::resume});
      release();
      const bool was = in_corner_;
      look_at_corner();
      // The executor may have moved the pointer away again already.
      const bool entered = std::exchange(moved_into_corner_, false) || in_corner_;
      if (entered && !was) report_corner();
    }
  }

 private:
  static constexpr int kPanicIds = 1, kResumeIds = 16;  // first hotkey ids

  void report(const WatchEvent& event) { has_listener_ = has_listener_ && ports_.report(event); }

  // Releases when requested, and at some checks after that.
  void release() {
    if (ports_.release_asked()) looks_to_release_ = kReleaseLooks;
    if (looks_to_release_ == 0) return;
    --looks_to_release_;
    if (anything_down()) release_pressed();
  }

  void report_corner() {
    const auto now = steady_time_ms();
    if (corner_reported_ms_ && now - *corner_reported_ms_ < kOneEntryMs) return;
    corner_reported_ms_ = now;
    report({WatchEvent::Kind::panic_corner});
  }

  // Polling misses a movement that the executor undoes immediately.
  void listen_to_mouse() {
    watching = this;
    hook_ = ::SetWindowsHookExW(WH_MOUSE_LL, on_mouse, ::GetModuleHandleW(nullptr), 0);
    if (hook_ == nullptr)
      report({WatchEvent::Kind::trouble,
              "Windows does not report mouse events: the corner may be missed during a drag"});
  }

  // Called in this thread while it gets messages. Source: LowLevelMouseProc, MSLLHOOKSTRUCT.
  static LRESULT CALLBACK on_mouse(int code, WPARAM message, LPARAM data) {
    const auto& mouse = *reinterpret_cast<const MSLLHOOKSTRUCT*>(data);
    if (code == HC_ACTION && message == WM_MOUSEMOVE && watching != nullptr &&
        mouse.dwExtraInfo != kOurInput && watching->is_in_corner(mouse.pt))
      watching->moved_into_corner_ = true;
    return ::CallNextHookEx(nullptr, code, message, data);
  }

  // The hook reports positions beyond the edges of the screen.
  bool is_in_corner(POINT at) const {
    if (!corner_ || at.x > corner_->x || at.y > corner_->y) return false;
    return Point{at.x, at.y} == *corner_ ||
           ::MonitorFromPoint(at, MONITOR_DEFAULTTONULL) == nullptr;
  }

  void register_keys(const std::string& panic_key) {
    if (panic_key.empty()) return;
    const Result<std::vector<std::string>> names = key_combination(panic_key);
    if (!names.ok()) return;  // the settings reject such a value
    Hotkey panic{1, {names.value().begin(), names.value().end() - 1}};
    for (const auto& [key, first_id] :
         {std::pair{panic, kPanicIds}, std::pair{resume_key(panic), kResumeIds}}) {
      UINT modifiers = MOD_NOREPEAT;
      for (const std::string& each : key.held) modifiers |= modifier_of(each);
      const auto codes = codes_of(names.value().back(), key.held.contains("ctrl"));
      if (codes.empty())
        return report({WatchEvent::Kind::trouble, "the keyboard has no key " +
                                                      names.value().back() +
                                                      ": [safety] panic_key does nothing"});
      int id = first_id;
      for (const UINT code : codes)
        if (::RegisterHotKey(nullptr, id++, modifiers, code) == 0)
          report({WatchEvent::Kind::trouble,
                  "another program has taken " + panic_key +
                      " for itself, or the same with shift: [safety] panic_key may do nothing"});
    }
  }

  void look_at_corner() {
    if (const auto now = steady_time_ms(); !corner_ || now - looked_at_ms_ > kMonitorsMs) {
      looked_at_ms_ = now;
      if (const auto monitors = view_.monitors(); monitors.ok())
        corner_ = corner_of(monitors.value());
    }
    POINT at{};  // not available while the screen is locked
    in_corner_ = corner_ && ::GetCursorPos(&at) != 0 && Point{at.x, at.y} == *corner_;
  }

  static inline Win32ScreenWatch* watching = nullptr;  // a hook has no user data

  ScreenView& view_;
  const WatchPorts& ports_;
  std::optional<Point> corner_;
  std::int64_t looked_at_ms_ = 0;
  std::optional<std::int64_t> corner_reported_ms_;
  int looks_to_release_ = 0;
  bool in_corner_ = false, moved_into_corner_ = false, has_listener_ = true;
  HHOOK hook_ = nullptr;
};
}  // namespace

Status release_display(const std::string& display) {
  if (const Status usable = use_windows_display(display); !usable.ok()) return usable;
  const auto end = steady_time_ms() + kReleaseWait;
  // Two checks: earlier input may still be on its way.
  for (int quiet = 0; quiet < 2;) {
    if (!anything_down()) {
      ++quiet;
    } else if (steady_time_ms() >= end) {
      return Error{"buttons or keys are still held down, perhaps by the person at the screen"};
    } else {
      quiet = 0;
      release_pressed();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(kQuiet / 2));
  }
  return Done{};
}

Status watch_display(const std::string& display, const std::string& panic_key,
                     const WatchPorts& ports) {
  const auto view = open_screen_view(display);
  if (!view.ok()) return view.error();
  Win32ScreenWatch(*view.value(), ports).run(panic_key);
  return Done{};
}

namespace {
BOOL WINAPI release_on_control(DWORD) {
  release_pressed();
  return FALSE;  // continue with the default handling
}
LONG WINAPI release_on_crash(EXCEPTION_POINTERS*) {
  release_pressed();
  return EXCEPTION_CONTINUE_SEARCH;
}
}  // namespace

Status keep_clipboard(const std::string&, std::string_view) {
  return Error{"Windows keeps what is in the clipboard itself"};
}

// TerminateProcess cannot be handled, like SIGKILL.
void release_at_end(const std::string&) {
  ::SetConsoleCtrlHandler(release_on_control, TRUE);
  ::SetUnhandledExceptionFilter(release_on_crash);
}
}  // namespace franz::executor
