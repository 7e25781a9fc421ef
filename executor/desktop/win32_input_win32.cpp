#include <windows.h>
#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <optional>
#include <span>
#include <thread>
#include <utility>
#include <vector>
#include "common/base/json_string.h"
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/desktop/input_desktop.h"
#include "common/desktop/shown_windows_win32.h"
#include "common/os/win32_support.h"
#include "executor/desktop/absolute_place.h"
#include "executor/desktop/input_device.h"
#include "executor/desktop/takeover_watch.h"
#include "executor/desktop/typed_text.h"
#include "executor/desktop/virtual_keys.h"
#include "executor/desktop/win32_input.h"
#include "executor/desktop/window_rules.h"

namespace franz::executor {
namespace {
constexpr UINT kInputReadWait = 1000;     // milliseconds
constexpr std::size_t kUnitsAtOnce = 24;  // the most that is typed after a person takes over
constexpr VirtualKey kShift{VK_LSHIFT}, kControl{VK_LCONTROL}, kAltGr{VK_RMENU, true},
    kEnterKey{VK_RETURN}, kTabKey{VK_TAB};

// The layout of the window that gets the keys.
HKL layout_in_force() {
  return ::GetKeyboardLayout(::GetWindowThreadProcessId(::GetForegroundWindow(), nullptr));
}

// The keys that make a character in the layout, held keys first. Empty: none.
std::vector<VirtualKey> keys_of_character(std::string_view name) {
  const std::wstring units = win32::to_wide(name);
  if (units.size() != 1) return {};
  const SHORT found = ::VkKeyScanExW(units.front(), layout_in_force());
  if (found == -1) return {};
  const unsigned shifts = static_cast<unsigned>(found) >> 8U & 0xFFU;
  std::vector<VirtualKey> keys;
  constexpr unsigned kWithShift = 1, kWithControl = 2, kWithAlt = 4;
  if ((shifts & kWithShift) != 0) keys.push_back(kShift);
  if ((shifts & kWithControl) != 0) keys.push_back((shifts & kWithAlt) != 0 ? kAltGr : kControl);
  keys.push_back({static_cast<std::uint16_t>(found & 0xFF)});
  return keys;
}

// A process's integrity level; nothing: not available, as for processes with a higher one.
// Source: "Mandatory Integrity Control", "Well-known SIDs".
std::optional<DWORD> integrity_of(HANDLE process) {
  HANDLE token = nullptr;
  if (::OpenProcessToken(process, TOKEN_QUERY, &token) == 0) return std::nullopt;
  const win32::Handle owned(token);
  alignas(TOKEN_MANDATORY_LABEL) std::array<std::uint8_t, 256> memory{};
  DWORD size = 0;
  if (::GetTokenInformation(token, TokenIntegrityLevel, memory.data(),
                            static_cast<DWORD>(memory.size()), &size) == 0)
    return std::nullopt;
  const auto* label = reinterpret_cast<const TOKEN_MANDATORY_LABEL*>(memory.data());
  const DWORD last = static_cast<DWORD>(*::GetSidSubAuthorityCount(label->Label.Sid)) - 1;
  return *::GetSidSubAuthority(label->Label.Sid, last);
}

bool is_above_us(HWND window) {
  DWORD id = 0;
  ::GetWindowThreadProcessId(window, &id);
  if (id == 0 || id == ::GetCurrentProcessId()) return false;
  const win32::Handle process(::OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, id));
  if (!process.ok()) return false;  // it has ended, or is a system process
  const std::optional<DWORD> theirs = integrity_of(process.get());
  const std::optional<DWORD> ours = integrity_of(::GetCurrentProcess());
  return ours && (!theirs || *theirs > *ours);
}

INPUT mouse_input(DWORD flags, DWORD data) {
  INPUT input{};
  input.type = INPUT_MOUSE;
  input.mi.dwFlags = flags;
  input.mi.mouseData = data;
  input.mi.dwExtraInfo = kOurInput;
  return input;
}

INPUT key_input(std::uint16_t code, std::uint16_t scan, DWORD flags) {
  INPUT input{};
  input.type = INPUT_KEYBOARD;
  input.ki.wVk = code;
  input.ki.wScan = scan;
  input.ki.dwFlags = flags;
  input.ki.dwExtraInfo = kOurInput;
  return input;
}

// SendInput gives no reason if it sends nothing: another program has blocked input, or the screen
// is locked.
Status send(std::span<INPUT> inputs) {
  const UINT sent =
      ::SendInput(static_cast<UINT>(inputs.size()), inputs.data(), static_cast<int>(sizeof(INPUT)));
  if (sent == inputs.size()) return Done{};
  if (const Status usable = use_windows_display(""); !usable.ok()) return usable;
  return Error{"Windows took no input: another program blocks it",
               sent == 0 ? ErrorCode::missing : ErrorCode::failed};
}
// Failure (ErrorCode::missing): the window's program has more rights than ours. Windows would
// discard the input but report success ("User Interface Privilege Isolation").
Status may_reach(HWND window) {
  const HWND top = ::GetAncestor(window, GA_ROOT);
  if (top == nullptr || !is_above_us(top)) return Done{};
  WindowInfo info;
  info.title = win32::title_of(top);
  return Error{"the window " + shown(info) +
                   " belongs to a program with an administrator's rights: Windows lets no input "
                   "of ours through to it",
               ErrorCode::missing};
}

HWND window_under_pointer() {
  POINT at{};
  return ::GetCursorPos(&at) == 0 ? nullptr : ::WindowFromPoint(at);
}

Status send_button(Button button, bool down) {
  if (down)
    if (Status open = may_reach(window_under_pointer()); !open.ok()) return open;
  // SendInput takes physical buttons, which the person may have swapped.
  if (::GetSystemMetrics(SM_SWAPBUTTON) != 0 && button != Button::middle)
    button = button == Button::left ? Button::right : Button::left;
  DWORD flags = 0;
  switch (button) {
    case Button::left: flags = down ? MOUSEEVENTF_LEFTDOWN : MOUSEEVENTF_LEFTUP; break;
    case Button::middle: flags = down ? MOUSEEVENTF_MIDDLEDOWN : MOUSEEVENTF_MIDDLEUP; break;
    case Button::right: flags = down ? MOUSEEVENTF_RIGHTDOWN : MOUSEEVENTF_RIGHTUP; break;
  }
  INPUT input = mouse_input(flags, 0);
  return send({&input, 1});
}

Status send_key(VirtualKey key, bool down) {
  if (down)
    if (Status open = may_reach(::GetForegroundWindow()); !open.ok()) return open;
  const UINT scan = ::MapVirtualKeyW(key.code, MAPVK_VK_TO_VSC);
  INPUT input =
      key_input(key.code, static_cast<std::uint16_t>(scan),
                (key.extended ? KEYEVENTF_EXTENDEDKEY : 0U) | (down ? 0U : KEYEVENTF_KEYUP));
  return send({&input, 1});
}

// Sends UTF-16 units as if each had its own key, independent of the layout (KEYEVENTF_UNICODE).
Status send_units(std::wstring_view units) {
  if (Status open = may_reach(::GetForegroundWindow()); !open.ok()) return open;
  std::vector<INPUT> inputs;
  inputs.reserve(units.size() * 2);
  for (const wchar_t unit : units)
    for (const DWORD up : {0UL, static_cast<DWORD>(KEYEVENTF_KEYUP)})
      inputs.push_back(key_input(0, static_cast<std::uint16_t>(unit), KEYEVENTF_UNICODE | up));
  return send(inputs);
}

class Win32Input : public InputDevice {
 public:
  explicit Win32Input(TakeoverWatch* watch) : watch_(watch) {}
  // Releases what we have pressed, but nothing that the person holds.
  ~Win32Input() override {
    for (const auto& [name, keys] : held_keys_) static_cast<void>(let_go(keys));
    for (const Button each : held_buttons_) static_cast<void>(send_button(each, false));
  }

  Result<Point> pointer() override {
    POINT at{};
    if (::GetCursorPos(&at) == 0) return win32::last_error("the pointer");
    return Point{at.x, at.y};
  }

  Status move(Point at) override {
    const Screen whole = virtual_desktop();
    INPUT input = mouse_input(MOUSEEVENTF_MOVE | MOUSEEVENTF_ABSOLUTE | MOUSEEVENTF_VIRTUALDESK, 0);
    input.mi.dx = to_absolute(at.x - whole.origin_x, whole.width);
    input.mi.dy = to_absolute(at.y - whole.origin_y, whole.height);
    return send({&input, 1});
  }

  Status button(Button button, bool down) override {
    const Status sent = send_button(button, down);
    std::erase(held_buttons_, button);
    if (down && sent.ok()) held_buttons_.push_back(button);
    return sent;
  }

  Status turn_wheel(Wheel direction) override {
    if (Status open = may_reach(window_under_pointer()); !open.ok()) return open;
    const bool sideways = direction == Wheel::left || direction == Wheel::right;
    const bool forward = direction == Wheel::up || direction == Wheel::right;
    INPUT input = mouse_input(sideways ? MOUSEEVENTF_HWHEEL : MOUSEEVENTF_WHEEL,
                              static_cast<DWORD>(forward ? WHEEL_DELTA : -WHEEL_DELTA));
    return send({&input, 1});
  }

  Status key(const std::string& name, bool down) override {
    if (!down) {
      const auto held = held_keys_.find(name);
      if (held != held_keys_.end()) {
        const std::vector<VirtualKey> keys = std::move(held->second);
        held_keys_.erase(held);
        return let_go(keys);
      }
    }
    std::vector<VirtualKey> keys;
    if (const std::optional<VirtualKey> named = virtual_key(name)) {
      keys.push_back(*named);
    } else {
      keys = keys_of_character(name);
    }
    if (keys.empty())
      return Error{"the keyboard has no key " + quote_json(printable(name)), ErrorCode::missing};
    if (!down) return let_go(keys);
    for (std::size_t pressed = 0; pressed < keys.size(); ++pressed) {
      const Status sent = send_key(keys[pressed], true);
      if (sent.ok()) continue;
      keys.resize(pressed);
      static_cast<void>(let_go(keys));
      return sent;
    }
    held_keys_[name] = std::move(keys);
    return Done{};
  }

  Status type(std::string_view text, const MayGoOn& may_go_on) override {
    for (std::size_t typed = 0; !text.empty();) {
      const std::string_view piece = first_piece(text);
      if (typed > 0)
        if (Status may = may_go_on(typed); !may.ok()) return may;
      if (Status sent = type_piece(piece, typed > 0); !sent.ok()) return sent;
      typed += count_characters(piece);
      text.remove_prefix(piece.size());
    }
    return Done{};
  }

  void pause(int milliseconds) override {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
  }

  void wait_until_read() override {
    // Answered when the program has handled a message; a program that hangs does not answer.
    DWORD_PTR answer = 0;
    if (const HWND window = ::GetForegroundWindow(); window != nullptr)
      ::SendMessageTimeoutW(window, WM_NULL, 0, 0, SMTO_ABORTIFHUNG, kInputReadWait, &answer);
  }

  void release_all() override {
    held_keys_.clear();
    held_buttons_.clear();
    release_pressed();
  }

 private:
  // `begun`: part of the text was already sent.
  Status type_piece(std::string_view piece, bool begun) {
    const std::wstring units = win32::to_wide(piece);
    for (std::size_t at = 0; at < units.size(); begun = true) {
      if (watch_ != nullptr && watch_->taken_over())
        return Error{kTookOver, begun ? ErrorCode::failed : ErrorCode::denied};
      Status sent = Done{};
      if (const wchar_t unit = units[at]; unit == L'\n' || unit == L'\t') {
        const VirtualKey key = unit == L'\n' ? kEnterKey : kTabKey;
        sent = send_key(key, true);
        if (sent.ok()) sent = send_key(key, false);
        ++at;
      } else {
        const std::size_t end = end_of_piece(units, at);
        sent = send_units(std::wstring_view(units).substr(at, end - at));
        at = end;
      }
      if (!sent.ok()) return begun ? Status(Error{sent.error().message}) : sent;
    }
    return Done{};
  }

  Status let_go(const std::vector<VirtualKey>& keys) {
    Status all = Done{};
    for (auto key = keys.rbegin(); key != keys.rend(); ++key)
      if (const Status sent = send_key(*key, false); !sent.ok()) all = sent;
    return all;
  }

  // After some units, never inside a surrogate pair, and before a line end or tab.
  static std::size_t end_of_piece(const std::wstring& units, std::size_t start) {
    std::size_t end = std::min(units.find_first_of(L"\n\t", start), units.size());
    if (end - start <= kUnitsAtOnce) return end;
    end = start + kUnitsAtOnce;
    return IS_HIGH_SURROGATE(units[end - 1]) ? end + 1 : end;
  }

  TakeoverWatch* watch_;
  std::map<std::string, std::vector<VirtualKey>> held_keys_;
  std::vector<Button> held_buttons_;
};
}  // namespace

Screen virtual_desktop() {
  return {::GetSystemMetrics(SM_XVIRTUALSCREEN), ::GetSystemMetrics(SM_YVIRTUALSCREEN),
          std::max(1, ::GetSystemMetrics(SM_CXVIRTUALSCREEN)),
          std::max(1, ::GetSystemMetrics(SM_CYVIRTUALSCREEN))};
}

void release_pressed() {
  constexpr int kFirstKey = 0x08, kKeys = 0xFF;
  const auto is_down = [](int code) { return (::GetAsyncKeyState(code) & 0x8000) != 0; };
  const bool swapped = ::GetSystemMetrics(SM_SWAPBUTTON) != 0;
  // GetAsyncKeyState reports physical buttons, which send_button() converts back.
  for (const auto& [code, button] : {std::pair{VK_LBUTTON, swapped ? Button::right : Button::left},
                                     {VK_RBUTTON, swapped ? Button::left : Button::right},
                                     {VK_MBUTTON, Button::middle}})
    if (is_down(code)) static_cast<void>(send_button(button, false));
  for (int code = kFirstKey; code < kKeys; ++code) {
    // These three represent left and right keys, which have codes of their own.
    if (code == VK_SHIFT || code == VK_CONTROL || code == VK_MENU || !is_down(code)) continue;
    const UINT scan = ::MapVirtualKeyW(static_cast<UINT>(code), MAPVK_VK_TO_VSC_EX);
    static_cast<void>(
        send_key({static_cast<std::uint16_t>(code), (scan >> 8U & 0xFFU) == 0xE0}, false));
  }
}

Result<std::unique_ptr<InputDevice>> open_input(const std::string& display, TakeoverWatch* watch) {
  if (const Status usable = use_windows_display(display); !usable.ok()) return usable.error();
  return std::unique_ptr<InputDevice>(std::make_unique<Win32Input>(watch));
}
}  // namespace franz::executor
