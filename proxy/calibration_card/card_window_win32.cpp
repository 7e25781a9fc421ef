#include <windows.h>
// dwmapi.h and windowsx.h need the line above
#include <dwmapi.h>
#include <windowsx.h>
#include <chrono>
#include <deque>
#include <vector>
#include "common/desktop/windows_display.h"
#include "common/os/win32_support.h"
#include "proxy/calibration_card/card_window.h"

namespace franz::calibration_card {
namespace {
class Win32CardWindow : public CardWindow {
 public:
  explicit Win32CardWindow(Screen area) : area_(area) {}
  ~Win32CardWindow() override {
    if (window_ != nullptr) ::DestroyWindow(window_);
  }
  Win32CardWindow(const Win32CardWindow&) = delete;
  Win32CardWindow& operator=(const Win32CardWindow&) = delete;

  Status open() {
    const HINSTANCE program = ::GetModuleHandleW(nullptr);
    WNDCLASSW kind{};  // without CS_DBLCLKS: the second of two clicks counts as a click too
    kind.lpfnWndProc = on_message;
    kind.hInstance = program;
    kind.hCursor = ::LoadCursorW(nullptr, IDC_ARROW);
    kind.lpszClassName = L"FranzCalibrationCard";
    if (::RegisterClassW(&kind) == 0) return win32::last_error("the card's window");
    window_ = ::CreateWindowExW(WS_EX_TOPMOST, kind.lpszClassName, L"FRANZ calibration card",
                                WS_POPUP, area_.origin_x, area_.origin_y, area_.width, area_.height,
                                nullptr, nullptr, program, nullptr);
    if (window_ == nullptr) return win32::last_error("the card's window");
    ::SetWindowLongPtrW(window_, GWLP_USERDATA, reinterpret_cast<LONG_PTR>(this));
    return Done{};
  }

  Screen area() const override { return area_; }

  Status show(std::span<const std::uint8_t> bgrx) override {
    pixels_.assign(bgrx.begin(), bgrx.end());
    if (::IsWindowVisible(window_) == 0) {
      ::ShowWindow(window_, SW_SHOW);
      ::SetForegroundWindow(window_);
    }
    ::RedrawWindow(window_, nullptr, nullptr, RDW_INVALIDATE | RDW_UPDATENOW);
    if (window_ == nullptr || !painted_) return Error{"the card's window is gone"};
    // Wait until the picture is on the screen; without a compositor it already is.
    static_cast<void>(::DwmFlush());
    return Done{};
  }

  Result<WindowEvent> next(int timeout_ms) override {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::milliseconds(timeout_ms);
    for (;;) {
      for (MSG message{}; ::PeekMessageW(&message, nullptr, 0, 0, PM_REMOVE) != 0;)
        ::DispatchMessageW(&message);
      if (window_ == nullptr) return Error{"the card's window is gone"};
      if (!clicks_.empty()) {
        const Point at = clicks_.front();
        clicks_.pop_front();
        return WindowEvent(Clicked{at});
      }
      DWORD wait_ms = INFINITE;
      if (timeout_ms >= 0) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
        if (left <= 0) return WindowEvent(TimeOver{});
        wait_ms = static_cast<DWORD>(left);
      }
      // Also returns for messages that arrived during the loop above.
      if (::MsgWaitForMultipleObjectsEx(0, nullptr, wait_ms, QS_ALLINPUT, MWMO_INPUTAVAILABLE) ==
          WAIT_FAILED)
        return win32::last_error("waiting for clicks failed");
    }
  }

 private:
  static LRESULT CALLBACK on_message(HWND window, UINT message, WPARAM w, LPARAM l) {
    auto* const self =
        reinterpret_cast<Win32CardWindow*>(::GetWindowLongPtrW(window, GWLP_USERDATA));
    if (self == nullptr) return ::DefWindowProcW(window, message, w, l);
    switch (message) {
      case WM_LBUTTONDOWN:
        self->clicks_.push_back(
            {GET_X_LPARAM(l) + self->area_.origin_x, GET_Y_LPARAM(l) + self->area_.origin_y});
        return 0;
      case WM_ERASEBKGND: return 1;
      case WM_PAINT: self->paint(); return 0;
      case WM_DESTROY: self->window_ = nullptr; return 0;
      default: return ::DefWindowProcW(window, message, w, l);
    }
  }

  void paint() {
    PAINTSTRUCT painting{};
    const HDC screen = ::BeginPaint(window_, &painting);
    BITMAPINFO format{};
    format.bmiHeader.biSize = sizeof format.bmiHeader;
    format.bmiHeader.biWidth = area_.width;
    format.bmiHeader.biHeight = -area_.height;  // from the top
    format.bmiHeader.biPlanes = 1;
    format.bmiHeader.biBitCount = 32;
    format.bmiHeader.biCompression = BI_RGB;
    const int lines = pixels_.empty()
                          ? 0
                          : ::SetDIBitsToDevice(screen, 0, 0, static_cast<DWORD>(area_.width),
                                                static_cast<DWORD>(area_.height), 0, 0, 0,
                                                static_cast<UINT>(area_.height), pixels_.data(),
                                                &format, DIB_RGB_COLORS);
    painted_ = lines != 0;
    ::EndPaint(window_, &painting);
    ::GdiFlush();
  }

  Screen area_;
  HWND window_ = nullptr;
  std::vector<std::uint8_t> pixels_;
  bool painted_ = false;
  std::deque<Point> clicks_;  // in pixels of the screen
};
}  // namespace

Status divide_screen(const std::string&, int) {
  return Error{"--divide is for X displays: Windows has the monitors that it has"};
}

Result<std::unique_ptr<CardWindow>> open_card_window(const std::string& display,
                                                     const std::optional<Screen>& area) {
  if (!display.empty() && display != kWindowsDisplay)
    return Error{"there is no display \"" + display + "\" on Windows, which has one screen"};
  const Screen all{::GetSystemMetrics(SM_XVIRTUALSCREEN), ::GetSystemMetrics(SM_YVIRTUALSCREEN),
                   ::GetSystemMetrics(SM_CXVIRTUALSCREEN), ::GetSystemMetrics(SM_CYVIRTUALSCREEN)};
  auto window = std::make_unique<Win32CardWindow>(area.value_or(all));
  if (const Status opened = window->open(); !opened.ok()) return opened.error();
  return std::unique_ptr<CardWindow>(std::move(window));
}
}  // namespace franz::calibration_card
