#include <windows.h>
#include <atomic>
#include <future>
#include <thread>
#include "common/desktop/input_desktop.h"
#include "common/os/win32_support.h"
#include "executor/desktop/takeover_watch.h"
#include "executor/desktop/win32_input.h"

namespace franz::executor {
namespace {
// Set when somebody else moves the pointer or presses something. Global, because hooks have no user
// data: only one watch at a time.
struct Noticed {
  std::atomic<bool> taken_over = false;
  HANDLE event = nullptr;  // set at the same time
};
std::atomic<Noticed*> noticed = nullptr;

void notice() {
  if (Noticed* const now = noticed.load()) {
    now->taken_over = true;
    ::SetEvent(now->event);
  }
}

// Releases do not count: they end an earlier press.
// Source: LowLevelMouseProc, MSLLHOOKSTRUCT.
bool is_somebodys_wish(WPARAM message, const MSLLHOOKSTRUCT& mouse) {
  static POINT last{-1, -1};  // all hooks run in one thread
  const bool moved = mouse.pt.x != last.x || mouse.pt.y != last.y;
  last = mouse.pt;
  switch (message) {
    case WM_LBUTTONUP:
    case WM_RBUTTONUP:
    case WM_MBUTTONUP:
    case WM_XBUTTONUP: return false;
    // Windows may report a motion without movement when a window appears or disappears below.
    case WM_MOUSEMOVE: return moved && mouse.dwExtraInfo != kOurInput;
    default: return mouse.dwExtraInfo != kOurInput;
  }
}

LRESULT CALLBACK on_mouse(int code, WPARAM message, LPARAM data) {
  if (code == HC_ACTION &&
      is_somebodys_wish(message, *reinterpret_cast<const MSLLHOOKSTRUCT*>(data)))
    notice();
  return ::CallNextHookEx(nullptr, code, message, data);
}

LRESULT CALLBACK on_key(int code, WPARAM message, LPARAM data) {
  if (code == HC_ACTION && (message == WM_KEYDOWN || message == WM_SYSKEYDOWN) &&
      reinterpret_cast<const KBDLLHOOKSTRUCT*>(data)->dwExtraInfo != kOurInput)
    notice();
  return ::CallNextHookEx(nullptr, code, message, data);
}

// Windows calls a hook for each input, in the thread that installed it, before any program gets it.
class Win32TakeoverWatch : public TakeoverWatch {
 public:
  static Result<std::unique_ptr<TakeoverWatch>> open() {
    std::unique_ptr<Win32TakeoverWatch> watch(new Win32TakeoverWatch);
    if (!watch->event_.ok()) return win32::last_error("a watch for the person's input");
    watch->noticed_.event = watch->event_.get();
    noticed = &watch->noticed_;
    std::promise<Status> hooked;
    std::future<Status> began = hooked.get_future();
    watch->thread_ = std::thread([&watch = *watch, &hooked] { watch.run(hooked); });
    const Status ready = began.get();
    if (!ready.ok()) return ready.error();
    return std::unique_ptr<TakeoverWatch>(std::move(watch));
  }

  ~Win32TakeoverWatch() override {
    if (thread_.joinable()) {
      ::PostThreadMessageW(thread_id_, WM_QUIT, 0, 0);
      thread_.join();
    }
    noticed = nullptr;
  }

  // Our input has a mark.
  void expect(const InputEvent&) override {}
  bool taken_over() override { return noticed_.taken_over; }
  void wait(int milliseconds) override {
    ::WaitForSingleObject(event_.get(), static_cast<DWORD>(milliseconds));
  }

 private:
  Win32TakeoverWatch() : event_(::CreateEventW(nullptr, TRUE, FALSE, nullptr)) {}

  void run(std::promise<Status>& hooked) {
    MSG message{};
    ::PeekMessageW(&message, nullptr, 0, 0, PM_NOREMOVE);  // creates the message queue
    thread_id_ = ::GetCurrentThreadId();
    const HINSTANCE program = ::GetModuleHandleW(nullptr);
    const HHOOK mouse = ::SetWindowsHookExW(WH_MOUSE_LL, on_mouse, program, 0);
    const HHOOK keys = ::SetWindowsHookExW(WH_KEYBOARD_LL, on_key, program, 0);
    const bool both = mouse != nullptr && keys != nullptr;
    hooked.set_value(both
                         ? Status(Done{})
                         : Status(win32::last_error("Windows does not report the person's input")));
    while (both && ::GetMessageW(&message, nullptr, 0, 0) > 0) {
    }
    if (mouse != nullptr) ::UnhookWindowsHookEx(mouse);
    if (keys != nullptr) ::UnhookWindowsHookEx(keys);
  }

  win32::Handle event_;
  Noticed noticed_;
  std::thread thread_;
  DWORD thread_id_ = 0;
};
}  // namespace

Result<std::unique_ptr<TakeoverWatch>> open_takeover_watch(const std::string& display) {
  if (const Status usable = use_windows_display(display); !usable.ok()) return usable.error();
  return Win32TakeoverWatch::open();
}
}  // namespace franz::executor
