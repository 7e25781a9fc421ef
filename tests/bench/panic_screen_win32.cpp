#include <windows.h>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <span>
#include <thread>
#include "common/os/clock.h"
#include "common/os/win32_support.h"
#include "executor/desktop/absolute_place.h"
#include "executor/desktop/win32_input.h"
#include "tests/bench/panic_screen.h"
#include "tests/executor/desktop/win32_test_window.h"

namespace franz {
namespace {
// Low-level hooks report input before any program gets it; the run's input has the executor's
// mark. Source: LowLevelMouseProc, LowLevelKeyboardProc.
class Ears {
 public:
  static Result<std::unique_ptr<Ears>> open() {
    std::unique_ptr<Ears> ears(new Ears);
    listening = ears.get();
    std::promise<Status> hooked;
    std::future<Status> began = hooked.get_future();
    ears->thread_ = std::thread([&ears = *ears, &hooked] { ears.run(hooked); });
    const Status ready = began.get();
    if (!ready.ok()) return ready.error();
    return ears;
  }
  ~Ears() {
    if (thread_.joinable()) {
      ::PostThreadMessageW(thread_id_, WM_QUIT, 0, 0);
      thread_.join();
    }
    listening = nullptr;
  }
  Ears(const Ears&) = delete;
  Ears& operator=(const Ears&) = delete;

  std::optional<double> next(double end) {
    std::unique_lock lock(mutex_);
    const auto left = std::chrono::duration<double, std::milli>(end - steady_time_exact_ms());
    if (!changed_.wait_for(lock, left, [this] { return !wishes_.empty(); })) return std::nullopt;
    const double at = wishes_.front();
    wishes_.pop_front();
    return at;
  }
  std::optional<double> last_let_go() const {
    const std::lock_guard lock(mutex_);
    return let_go_;
  }

 private:
  Ears() = default;

  void take(bool lets_go, ULONG_PTR mark) {
    const double now = steady_time_exact_ms();
    const std::lock_guard lock(mutex_);
    if (lets_go) {
      let_go_ = now;
    } else if (mark == executor::kOurInput) {
      wishes_.push_back(now);
      changed_.notify_all();
    }
  }

  static LRESULT CALLBACK on_mouse(int code, WPARAM message, LPARAM data) {
    if (Ears* const ears = listening.load(); code == HC_ACTION && ears != nullptr)
      ears->take(message == WM_LBUTTONUP || message == WM_RBUTTONUP || message == WM_MBUTTONUP,
                 reinterpret_cast<const MSLLHOOKSTRUCT*>(data)->dwExtraInfo);
    return ::CallNextHookEx(nullptr, code, message, data);
  }
  static LRESULT CALLBACK on_key(int code, WPARAM message, LPARAM data) {
    if (Ears* const ears = listening.load(); code == HC_ACTION && ears != nullptr)
      ears->take(message == WM_KEYUP || message == WM_SYSKEYUP,
                 reinterpret_cast<const KBDLLHOOKSTRUCT*>(data)->dwExtraInfo);
    return ::CallNextHookEx(nullptr, code, message, data);
  }

  void run(std::promise<Status>& hooked) {
    MSG message{};
    ::PeekMessageW(&message, nullptr, 0, 0, PM_NOREMOVE);  // this creates the message queue
    thread_id_ = ::GetCurrentThreadId();
    const HINSTANCE program = ::GetModuleHandleW(nullptr);
    const HHOOK mouse = ::SetWindowsHookExW(WH_MOUSE_LL, on_mouse, program, 0);
    const HHOOK keys = ::SetWindowsHookExW(WH_KEYBOARD_LL, on_key, program, 0);
    const bool both = mouse != nullptr && keys != nullptr;
    hooked.set_value(both ? Status(Done{})
                          : Status(win32::last_error("Windows does not tell of input")));
    while (both && ::GetMessageW(&message, nullptr, 0, 0) > 0) {
    }
    if (mouse != nullptr) ::UnhookWindowsHookEx(mouse);
    if (keys != nullptr) ::UnhookWindowsHookEx(keys);
  }

  static inline std::atomic<Ears*> listening = nullptr;  // hooks take no context argument

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<double> wishes_;  // when each came
  std::optional<double> let_go_;
  std::thread thread_;
  DWORD thread_id_ = 0;
};

class Win32Screen : public PanicScreen {
 public:
  explicit Win32Screen(std::unique_ptr<Ears> ears) : ears_(std::move(ears)) {}

  std::vector<std::pair<std::string, std::string>> environment() const override { return {}; }

  void move(Point at) override {
    const Screen whole = executor::virtual_desktop();
    INPUT input{};
    input.type = INPUT_MOUSE;
    input.mi.dwFlags = MOUSEEVENTF_MOVE | MOUSEEVENTF_ABSOLUTE | MOUSEEVENTF_VIRTUALDESK;
    input.mi.dx = executor::to_absolute(at.x - whole.origin_x, whole.width);
    input.mi.dy = executor::to_absolute(at.y - whole.origin_y, whole.height);
    send({&input, 1});
  }

  void press_panic_key() override {
    std::array<INPUT, 6> inputs{key(VK_LCONTROL, 0),
                                key(VK_LMENU, 0),
                                key(VK_PAUSE, 0),
                                key(VK_PAUSE, KEYEVENTF_KEYUP),
                                key(VK_LMENU, KEYEVENTF_KEYUP),
                                key(VK_LCONTROL, KEYEVENTF_KEYUP)};
    send(inputs);
  }

  std::optional<double> next_of_others(double end) override { return ears_->next(end); }
  std::optional<double> last_let_go() const override { return ears_->last_let_go(); }
  std::string what_is_down() override { return executor::all_down(); }

 private:
  static INPUT key(int code, DWORD flags) {
    INPUT input{};
    input.type = INPUT_KEYBOARD;
    input.ki.wVk = static_cast<WORD>(code);
    input.ki.wScan = static_cast<WORD>(::MapVirtualKeyW(input.ki.wVk, MAPVK_VK_TO_VSC));
    input.ki.dwFlags = flags;
    return input;
  }
  // Input that Windows refuses shows as a panic without an effect.
  static void send(std::span<INPUT> inputs) {
    ::SendInput(static_cast<UINT>(inputs.size()), inputs.data(), static_cast<int>(sizeof(INPUT)));
  }

  std::unique_ptr<Ears> ears_;
};
}  // namespace

Result<std::unique_ptr<PanicScreen>> open_panic_screen() {
  auto ears = Ears::open();
  if (!ears.ok()) return ears.error();
  return std::unique_ptr<PanicScreen>(std::make_unique<Win32Screen>(std::move(ears).value()));
}
}  // namespace franz
