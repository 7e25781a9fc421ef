#include <windows.h>
// windowsx.h needs the line above
#include <windowsx.h>
#include <algorithm>
#include <future>
#include <mutex>
#include "common/os/win32_support.h"
#include "tests/executor/desktop/win32_test_window.h"

namespace franz::executor {
struct Win32TestWindow::Parts {
  HWND window = nullptr, entry = nullptr;
  mutable std::mutex mutex;
  std::vector<std::string> notes;

  void note(const std::string& what) {
    const std::lock_guard lock(mutex);
    notes.push_back(what);
  }
  static LRESULT CALLBACK on_message(HWND window, UINT message, WPARAM w, LPARAM l);
  void run(const std::string& title, const Screen& frame, std::promise<void>& shown);
};

static constexpr UINT kLeaveEntry = WM_APP;

static std::string at(LPARAM place) {
  return " " + std::to_string(GET_X_LPARAM(place)) + "," + std::to_string(GET_Y_LPARAM(place));
}

LRESULT CALLBACK Win32TestWindow::Parts::on_message(HWND window, UINT message, WPARAM w, LPARAM l) {
  auto* const parts = reinterpret_cast<Parts*>(::GetWindowLongPtrW(window, GWLP_USERDATA));
  if (parts == nullptr) return ::DefWindowProcW(window, message, w, l);
  switch (message) {
    case WM_LBUTTONDOWN: parts->note("left down" + at(l)); return 0;
    case WM_LBUTTONUP: parts->note("left up" + at(l)); return 0;
    case WM_LBUTTONDBLCLK: parts->note("left double" + at(l)); return 0;
    case WM_RBUTTONDOWN: parts->note("right down" + at(l)); return 0;
    case WM_MBUTTONDOWN: parts->note("middle down" + at(l)); return 0;
    case WM_MOUSEWHEEL:
      parts->note("wheel " + std::to_string(GET_WHEEL_DELTA_WPARAM(w) / WHEEL_DELTA));
      return 0;
    case WM_MOUSEHWHEEL:
      parts->note("hwheel " + std::to_string(GET_WHEEL_DELTA_WPARAM(w) / WHEEL_DELTA));
      return 0;
    case kLeaveEntry: ::SetFocus(window); return 0;
    case WM_CLOSE: ::DestroyWindow(window); return 0;
    case WM_DESTROY: ::PostQuitMessage(0); return 0;
    default: return ::DefWindowProcW(window, message, w, l);
  }
}

void Win32TestWindow::Parts::run(const std::string& title, const Screen& frame,
                                 std::promise<void>& shown) {
  const HINSTANCE program = ::GetModuleHandleW(nullptr);
  WNDCLASSW kind{};
  kind.style = CS_DBLCLKS;
  kind.lpfnWndProc = on_message;
  kind.hInstance = program;
  kind.hCursor = ::LoadCursorW(nullptr, IDC_ARROW);
  kind.hbrBackground =
      ::CreateSolidBrush(RGB(kGround >> 16U, kGround >> 8U & 0xFFU, kGround & 0xFFU));
  kind.lpszClassName = L"FranzTestWindow";
  ::RegisterClassW(&kind);  // may be registered already
  window = ::CreateWindowExW(0, kind.lpszClassName, win32::to_wide(title).c_str(),
                             WS_OVERLAPPEDWINDOW, frame.origin_x, frame.origin_y, frame.width,
                             frame.height, nullptr, nullptr, program, nullptr);
  ::SetWindowLongPtrW(window, GWLP_USERDATA, reinterpret_cast<LONG_PTR>(this));
  RECT client{};
  ::GetClientRect(window, &client);
  entry = ::CreateWindowExW(
      0, L"EDIT", L"",
      WS_CHILD | WS_VISIBLE | WS_VSCROLL | ES_MULTILINE | ES_AUTOVSCROLL | ES_WANTRETURN, 0, 0,
      client.right, client.bottom / 2, window, nullptr, program, nullptr);
  ::SendMessageW(entry, EM_SETLIMITTEXT, 1 << 24, 0);
  ::ShowWindow(window, SW_SHOW);
  ::SetForegroundWindow(window);
  ::SetFocus(entry);
  ::UpdateWindow(window);
  shown.set_value();
  for (MSG message{}; ::GetMessageW(&message, nullptr, 0, 0) > 0;) {
    ::TranslateMessage(&message);
    ::DispatchMessageW(&message);
  }
}

Win32TestWindow::Win32TestWindow(const std::string& title, const Screen& frame)
    : parts_(new Parts) {
  std::promise<void> shown;
  thread_ = std::thread([this, title, frame, &shown] { parts_->run(title, frame, shown); });
  shown.get_future().wait();
  window_ = parts_->window;
}

Win32TestWindow::~Win32TestWindow() {
  ::PostMessageW(parts_->window, WM_CLOSE, 0, 0);
  thread_.join();
  delete parts_;
}

Point Win32TestWindow::on_entry() const {
  RECT box{};
  ::GetWindowRect(parts_->entry, &box);
  return {(box.left + box.right) / 2, (box.top + box.bottom) / 2};
}

Screen Win32TestWindow::below_entry() const {
  RECT box{};
  POINT corner{};
  ::GetClientRect(parts_->window, &box);
  ::ClientToScreen(parts_->window, &corner);
  return {corner.x, corner.y + box.bottom / 2, box.right, box.bottom - box.bottom / 2};
}

std::string Win32TestWindow::entry() const {
  const auto length = static_cast<int>(::SendMessageW(parts_->entry, WM_GETTEXTLENGTH, 0, 0));
  std::wstring text(static_cast<std::size_t>(length) + 1, L'\0');
  ::SendMessageW(parts_->entry, WM_GETTEXT, text.size(), reinterpret_cast<LPARAM>(text.data()));
  text.resize(static_cast<std::size_t>(length));
  std::erase(text, L'\r');
  return win32::to_utf8(text);
}

void Win32TestWindow::set_entry(const std::string& text) {
  ::SendMessageW(parts_->entry, WM_SETTEXT, 0,
                 reinterpret_cast<LPARAM>(win32::to_wide(text).c_str()));
}

std::vector<std::string> Win32TestWindow::take_notes() {
  const std::lock_guard lock(parts_->mutex);
  return std::exchange(parts_->notes, {});
}

void Win32TestWindow::minimise() { ::ShowWindow(parts_->window, SW_MINIMIZE); }

void Win32TestWindow::leave_entry() { ::SendMessageW(parts_->window, kLeaveEntry, 0, 0); }

std::string clipboard_text() {
  if (::OpenClipboard(nullptr) == 0) return "(not open)";
  const HANDLE memory = ::GetClipboardData(CF_UNICODETEXT);
  const auto* text =
      memory == nullptr ? nullptr : static_cast<const wchar_t*>(::GlobalLock(memory));
  const std::string utf8 = text == nullptr ? "(no text)" : win32::to_utf8(text);
  if (text != nullptr) ::GlobalUnlock(memory);
  ::CloseClipboard();
  return utf8;
}

void set_clipboard_text(const std::string& text) {
  const std::wstring wide = win32::to_wide(text);
  const std::size_t size = (wide.size() + 1) * sizeof(wchar_t);
  if (::OpenClipboard(nullptr) == 0) return;
  ::EmptyClipboard();
  const HGLOBAL memory = ::GlobalAlloc(GMEM_MOVEABLE, size);
  std::copy_n(wide.c_str(), wide.size() + 1, static_cast<wchar_t*>(::GlobalLock(memory)));
  ::GlobalUnlock(memory);
  ::SetClipboardData(CF_UNICODETEXT, memory);
  ::CloseClipboard();
}

bool is_down(int virtual_key) { return (::GetAsyncKeyState(virtual_key) & 0x8000) != 0; }

std::string all_down() {
  std::string all;
  for (int code = 1; code < 0xFF; ++code)
    if (is_down(code)) all += std::to_string(code) + " ";
  return all;
}
}  // namespace franz::executor
