#include <windows.h>
#include <algorithm>
#include <mutex>
#include <utility>
#include "common/desktop/shown_windows_win32.h"
#include "common/os/win32_support.h"
#include "proxy/status_window/status_lines.h"
#include "proxy/status_window/status_window.h"

namespace franz::status_window {
namespace {
constexpr UINT kNewLines = WM_APP, kEnd = WM_APP + 1;
constexpr BYTE kOpacity = 230;  // of 255: content below remains visible
// At 96 dpi.
constexpr int kWidth = 460, kLineHeight = 18, kPadding = 8, kToEdge = 12, kPoints = 9;
constexpr COLORREF kGround = RGB(24, 24, 27), kFirst = RGB(250, 204, 21),
                   kText = RGB(244, 244, 245);

// Sets the display affinity and checks it. Source: SetWindowDisplayAffinity, "Remarks": before
// Windows 10 2004 the window is black in pictures.
Status keep_out_of_pictures(HWND window) {
  const char* const about = "Windows does not keep it out of pictures of the screen";
  if (::SetWindowDisplayAffinity(window, WDA_EXCLUDEFROMCAPTURE) == 0)
    return win32::last_error(about);
  DWORD affinity = WDA_NONE;
  if (::GetWindowDisplayAffinity(window, &affinity) == 0) return win32::last_error(about);
  if (affinity != WDA_EXCLUDEFROMCAPTURE) return Error{about};
  return Done{};
}

class Win32StatusWindow : public StatusWindow {
 public:
  ~Win32StatusWindow() override {
    if (window_ != nullptr) ::DestroyWindow(window_);
  }

  Status open(Pictures pictures) {
    const HINSTANCE program = ::GetModuleHandleW(nullptr);
    WNDCLASSW kind{};
    kind.lpfnWndProc = on_message;
    kind.hInstance = program;
    kind.hCursor = ::LoadCursorW(nullptr, IDC_ARROW);
    kind.lpszClassName = win32::kStatusWindowClass;
    if (::RegisterClassW(&kind) == 0) return win32::last_error("the window's class");
    window_ = ::CreateWindowExW(
        WS_EX_TOPMOST | WS_EX_NOACTIVATE | WS_EX_TOOLWINDOW | WS_EX_LAYERED | WS_EX_TRANSPARENT,
        kind.lpszClassName, L"FRANZ status", WS_POPUP, 0, 0, 1, 1, nullptr, nullptr, program,
        nullptr);
    if (window_ == nullptr) return win32::last_error("the window");
    ::SetWindowLongPtrW(window_, GWLP_USERDATA, reinterpret_cast<LONG_PTR>(this));
    if (::SetLayeredWindowAttributes(window_, 0, kOpacity, LWA_ALPHA) == 0)
      return win32::last_error("the window's opacity");
    return pictures == Pictures::may_show_it ? Status(Done{}) : keep_out_of_pictures(window_);
  }

  void show(std::vector<std::string> lines, long long number) override {
    {
      const std::lock_guard lock(mutex_);
      next_ = std::move(lines);
      next_number_ = number;
    }
    ::PostMessageW(window_, kNewLines, 0, 0);
  }

  void close() override { ::PostMessageW(window_, kEnd, 0, 0); }

  bool run(const std::function<void(long long)>& shown) override {
    shown_ = &shown;
    for (MSG message{}; ::GetMessageW(&message, nullptr, 0, 0) > 0;) ::DispatchMessageW(&message);
    shown_ = nullptr;
    return ended_;
  }

 private:
  static LRESULT CALLBACK on_message(HWND window, UINT message, WPARAM w, LPARAM l) {
    auto* const self =
        reinterpret_cast<Win32StatusWindow*>(::GetWindowLongPtrW(window, GWLP_USERDATA));
    if (self == nullptr) return ::DefWindowProcW(window, message, w, l);
    switch (message) {
      case kNewLines: self->take_lines(); return 0;
      case kEnd:
        self->ended_ = true;
        ::DestroyWindow(window);
        return 0;
      case WM_PAINT: self->paint(); return 0;
      case WM_NCHITTEST: return HTTRANSPARENT;
      case WM_MOUSEACTIVATE: return MA_NOACTIVATEANDEAT;
      case WM_DESTROY:
        self->window_ = nullptr;
        ::PostQuitMessage(0);
        return 0;
      default: return ::DefWindowProcW(window, message, w, l);
    }
  }

  int scaled(int length) const { return ::MulDiv(length, static_cast<int>(dpi_), 96); }

  void take_lines() {
    long long number = 0;
    {
      const std::lock_guard lock(mutex_);
      if (next_number_ == number_) return;  // already shown with an earlier message
      lines_ = next_;
      number = number_ = next_number_;
    }
    place();
    ::RedrawWindow(window_, nullptr, nullptr, RDW_INVALIDATE | RDW_UPDATENOW);
    (*shown_)(number);
  }

  // At the bottom right of the primary monitor's current work area, above the taskbar.
  void place() {
    dpi_ = std::max(::GetDpiForWindow(window_), 96U);
    RECT work{};
    if (::SystemParametersInfoW(SPI_GETWORKAREA, 0, &work, 0) == 0)
      work = {0, 0, ::GetSystemMetrics(SM_CXSCREEN), ::GetSystemMetrics(SM_CYSCREEN)};
    const int lines = static_cast<int>(std::min(lines_.size(), kMaxLines));
    const int width = std::min(scaled(kWidth), static_cast<int>(work.right - work.left));
    const int height = scaled(lines * kLineHeight + 2 * kPadding);
    ::SetWindowPos(window_, HWND_TOPMOST, work.right - width - scaled(kToEdge),
                   work.bottom - height - scaled(kToEdge), width, height,
                   SWP_NOACTIVATE | SWP_SHOWWINDOW | SWP_NOCOPYBITS);
  }

  void paint() {
    PAINTSTRUCT painting{};
    const HDC screen = ::BeginPaint(window_, &painting);
    RECT area{};
    ::GetClientRect(window_, &area);
    const HBRUSH ground = ::CreateSolidBrush(kGround);
    ::FillRect(screen, &area, ground);
    ::DeleteObject(ground);
    const HFONT font =
        ::CreateFontW(-::MulDiv(kPoints, static_cast<int>(dpi_), 72), 0, 0, 0, FW_NORMAL, FALSE,
                      FALSE, FALSE, DEFAULT_CHARSET, OUT_DEFAULT_PRECIS, CLIP_DEFAULT_PRECIS,
                      CLEARTYPE_QUALITY, DEFAULT_PITCH | FF_SWISS, L"Segoe UI");
    const HGDIOBJ before = ::SelectObject(screen, font);
    ::SetBkMode(screen, TRANSPARENT);
    RECT line{area.left + scaled(kPadding), area.top + scaled(kPadding),
              area.right - scaled(kPadding), 0};
    for (std::size_t i = 0; i < std::min(lines_.size(), kMaxLines); ++i) {
      line.bottom = line.top + scaled(kLineHeight);
      ::SetTextColor(screen, i == 0 ? kFirst : kText);
      const std::wstring text = win32::to_wide(lines_[i]);
      ::DrawTextW(screen, text.c_str(), static_cast<int>(text.size()), &line,
                  DT_SINGLELINE | DT_NOPREFIX | DT_END_ELLIPSIS | DT_VCENTER);
      line.top = line.bottom;
    }
    ::SelectObject(screen, before);
    ::DeleteObject(font);
    ::EndPaint(window_, &painting);
  }

  HWND window_ = nullptr;
  UINT dpi_ = 96;
  std::vector<std::string> lines_;  // as painted
  long long number_ = 0;
  const std::function<void(long long)>* shown_ = nullptr;
  bool ended_ = false;
  std::mutex mutex_;
  std::vector<std::string> next_;
  long long next_number_ = 0;
};
}  // namespace

Result<std::unique_ptr<StatusWindow>> open_status_window(Pictures pictures) {
  auto window = std::make_unique<Win32StatusWindow>();
  if (const Status opened = window->open(pictures); !opened.ok()) return opened.error();
  return std::unique_ptr<StatusWindow>(std::move(window));
}
}  // namespace franz::status_window
