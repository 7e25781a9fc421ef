#include <windows.h>
#include <array>
#include "common/base/printable.h"
#include "common/desktop/input_desktop.h"
#include "common/desktop/shown_windows_win32.h"
#include "common/os/win32_support.h"
#include "executor/desktop/absolute_place.h"
#include "executor/desktop/win32_sender.h"
#include "executor/desktop/window_rules.h"

namespace franz::executor {
namespace {
// A process's integrity level; nothing: it is not told, which Windows does of higher ones.
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
  if (!process.ok()) return false;  // it has ended, or is the system's own
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

// Windows gives no reason, and takes none of the input where another program has blocked it, or the
// screen was locked meanwhile.
Status send(std::span<INPUT> inputs) {
  const UINT sent =
      ::SendInput(static_cast<UINT>(inputs.size()), inputs.data(), static_cast<int>(sizeof(INPUT)));
  if (sent == inputs.size()) return Done{};
  if (const Status usable = use_windows_display(""); !usable.ok()) return usable;
  return Error{"Windows took no input: another program blocks it",
               sent == 0 ? ErrorCode::missing : ErrorCode::failed};
}
}  // namespace

Status Win32Sender::move(Point at) const {
  const Screen whole = virtual_desktop();
  INPUT input = mouse_input(MOUSEEVENTF_MOVE | MOUSEEVENTF_ABSOLUTE | MOUSEEVENTF_VIRTUALDESK, 0);
  input.mi.dx = to_absolute(at.x - whole.origin_x, whole.width);
  input.mi.dy = to_absolute(at.y - whole.origin_y, whole.height);
  return send({&input, 1});
}

Status Win32Sender::button(Button button, bool down) const {
  if (down)
    if (Status open = may_reach(window_under_pointer()); !open.ok()) return open;
  // What is sent are the places of the buttons, which the person may have swapped.
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

Status Win32Sender::turn_wheel(Wheel direction) const {
  if (Status open = may_reach(window_under_pointer()); !open.ok()) return open;
  const bool sideways = direction == Wheel::left || direction == Wheel::right;
  const bool forward = direction == Wheel::up || direction == Wheel::right;
  INPUT input = mouse_input(sideways ? MOUSEEVENTF_HWHEEL : MOUSEEVENTF_WHEEL,
                            static_cast<DWORD>(forward ? WHEEL_DELTA : -WHEEL_DELTA));
  return send({&input, 1});
}

Status Win32Sender::key(VirtualKey key, bool down) const {
  if (down)
    if (Status open = may_reach(::GetForegroundWindow()); !open.ok()) return open;
  const UINT scan = ::MapVirtualKeyW(key.code, MAPVK_VK_TO_VSC);
  INPUT input =
      key_input(key.code, static_cast<std::uint16_t>(scan),
                (key.extended ? KEYEVENTF_EXTENDEDKEY : 0U) | (down ? 0U : KEYEVENTF_KEYUP));
  return send({&input, 1});
}

Status Win32Sender::units(std::wstring_view units) const {
  if (Status open = may_reach(::GetForegroundWindow()); !open.ok()) return open;
  std::vector<INPUT> inputs;
  inputs.reserve(units.size() * 2);
  for (const wchar_t unit : units)
    for (const DWORD up : {0UL, static_cast<DWORD>(KEYEVENTF_KEYUP)})
      inputs.push_back(key_input(0, static_cast<std::uint16_t>(unit), KEYEVENTF_UNICODE | up));
  return send(inputs);
}

Status Win32Sender::may_reach(void* window) {
  const HWND top = ::GetAncestor(static_cast<HWND>(window), GA_ROOT);
  if (top == nullptr || !is_above_us(top)) return Done{};
  WindowInfo told;
  told.title = win32::title_of(top);
  return Error{"the window " + shown(told) +
                   " belongs to a program with an administrator's rights: Windows lets no input "
                   "of ours through to it",
               ErrorCode::missing};
}

void* window_under_pointer() {
  POINT at{};
  return ::GetCursorPos(&at) == 0 ? nullptr : ::WindowFromPoint(at);
}

Screen virtual_desktop() {
  return {::GetSystemMetrics(SM_XVIRTUALSCREEN), ::GetSystemMetrics(SM_YVIRTUALSCREEN),
          std::max(1, ::GetSystemMetrics(SM_CXVIRTUALSCREEN)),
          std::max(1, ::GetSystemMetrics(SM_CYVIRTUALSCREEN))};
}

void release_pressed() {
  constexpr int kFirstKey = 0x08, kKeys = 0xFF;
  const auto is_down = [](int code) { return (::GetAsyncKeyState(code) & 0x8000) != 0; };
  const Win32Sender sender;
  const bool swapped = ::GetSystemMetrics(SM_SWAPBUTTON) != 0;
  // GetAsyncKeyState tells of the places of the buttons, which the sender turns back.
  for (const auto& [code, button] : {std::pair{VK_LBUTTON, swapped ? Button::right : Button::left},
                                     {VK_RBUTTON, swapped ? Button::left : Button::right},
                                     {VK_MBUTTON, Button::middle}})
    if (is_down(code)) static_cast<void>(sender.button(button, false));
  for (int code = kFirstKey; code < kKeys; ++code) {
    // These three stand for the left and the right one, which have numbers of their own.
    if (code == VK_SHIFT || code == VK_CONTROL || code == VK_MENU || !is_down(code)) continue;
    const UINT scan = ::MapVirtualKeyW(static_cast<UINT>(code), MAPVK_VK_TO_VSC_EX);
    static_cast<void>(
        sender.key({static_cast<std::uint16_t>(code), (scan >> 8U & 0xFFU) == 0xE0}, false));
  }
}
}  // namespace franz::executor
