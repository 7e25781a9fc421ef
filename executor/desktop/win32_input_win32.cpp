#include <windows.h>
#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <thread>
#include <utility>
#include <vector>
#include "common/base/json_string.h"
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/desktop/input_desktop.h"
#include "common/os/win32_support.h"
#include "executor/desktop/guarded_input.h"
#include "executor/desktop/system_hands.h"
#include "executor/desktop/typed_text.h"
#include "executor/desktop/win32_sender.h"

namespace franz::executor {
namespace {
constexpr UINT kInputReadWait = 1000;     // milliseconds
constexpr std::size_t kUnitsAtOnce = 24;  // a person who takes over meets no more of a text
constexpr VirtualKey kShift{VK_LSHIFT}, kControl{VK_LCONTROL}, kAltGr{VK_RMENU, true},
    kEnterKey{VK_RETURN}, kTabKey{VK_TAB};

// The layout of the window that gets the keys.
HKL layout_in_force() {
  return ::GetKeyboardLayout(::GetWindowThreadProcessId(::GetForegroundWindow(), nullptr));
}

// The keys that the layout has for a character, those that are held first. Empty: it has none.
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

class Win32Input : public InputDevice {
 public:
  explicit Win32Input(TakeoverWatch* watch) : watch_(watch) {}
  // What we have pressed, and nothing that is the person's.
  ~Win32Input() override {
    for (const auto& [name, keys] : held_keys_) static_cast<void>(let_go(keys));
    for (const Button each : held_buttons_) static_cast<void>(sender_.button(each, false));
  }

  Result<Point> pointer() override {
    POINT at{};
    if (::GetCursorPos(&at) == 0) return win32::last_error("the pointer");
    return Point{at.x, at.y};
  }

  Status move(Point at) override { return sender_.move(at); }

  Status button(Button button, bool down) override {
    const Status sent = sender_.button(button, down);
    std::erase(held_buttons_, button);
    if (down && sent.ok()) held_buttons_.push_back(button);
    return sent;
  }

  Status turn_wheel(Wheel direction) override { return sender_.turn_wheel(direction); }

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
      const Status sent = sender_.key(keys[pressed], true);
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
    // Answered between two messages of the program: one that hangs does not.
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
  // `begun`: something of the text was sent before.
  Status type_piece(std::string_view piece, bool begun) {
    const std::wstring units = win32::to_wide(piece);
    for (std::size_t at = 0; at < units.size(); begun = true) {
      if (watch_ != nullptr && watch_->taken_over())
        return Error{kTookOver, begun ? ErrorCode::failed : ErrorCode::denied};
      Status sent = Done{};
      if (const wchar_t unit = units[at]; unit == L'\n' || unit == L'\t') {
        const VirtualKey key = unit == L'\n' ? kEnterKey : kTabKey;
        sent = sender_.key(key, true);
        if (sent.ok()) sent = sender_.key(key, false);
        ++at;
      } else {
        const std::size_t end = end_of_piece(units, at);
        sent = sender_.units(std::wstring_view(units).substr(at, end - at));
        at = end;
      }
      if (!sent.ok()) return begun ? Status(Error{sent.error().message}) : sent;
    }
    return Done{};
  }

  Status let_go(const std::vector<VirtualKey>& keys) {
    Status all = Done{};
    for (auto key = keys.rbegin(); key != keys.rend(); ++key)
      if (const Status sent = sender_.key(*key, false); !sent.ok()) all = sent;
    return all;
  }

  // Behind some units, never between the two of a surrogate pair, and before a line's end or tab.
  static std::size_t end_of_piece(const std::wstring& units, std::size_t start) {
    std::size_t end = std::min(units.find_first_of(L"\n\t", start), units.size());
    if (end - start <= kUnitsAtOnce) return end;
    end = start + kUnitsAtOnce;
    return IS_HIGH_SURROGATE(units[end - 1]) ? end + 1 : end;
  }

  Win32Sender sender_;
  TakeoverWatch* watch_;
  std::map<std::string, std::vector<VirtualKey>> held_keys_;
  std::vector<Button> held_buttons_;
};
}  // namespace

Result<std::unique_ptr<InputDevice>> open_input(const std::string& display, TakeoverWatch* watch) {
  if (const Status usable = use_windows_display(display); !usable.ok()) return usable.error();
  return std::unique_ptr<InputDevice>(std::make_unique<Win32Input>(watch));
}
}  // namespace franz::executor
