#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include "common/desktop/monitors.h"
#include "common/desktop/x11_connection.h"
#include "common/os/clock.h"
#include "common/tools/key_names.h"
#include "executor/desktop/hotkeys.h"
#include "executor/desktop/keysyms.h"
#include "executor/desktop/screen_commands.h"
#include "executor/desktop/x11_parts.h"
#include "executor/desktop/x11_raw_input.h"
#include "executor/desktop/x11_release.h"

// Last: it defines common words as macros.
#include "executor/desktop/xlib_x11.h"

namespace franz::executor {
namespace {
constexpr int kMonitorsMs = 2000;       // maximum age of the monitor list
constexpr int kScreenWatchLookMs = 15;  // between two checks of the pointer if no input comes
constexpr int kReleaseLooks = 5;  // a server may still process input of a program that was killed
constexpr int kModifiers = 8;

// The keycodes and modifiers of the held keys, and the modifiers that are locks.
struct HeldKeys {
  std::map<int, std::string> keys;
  std::map<std::string, unsigned> masks;
  std::vector<unsigned> locks{LockMask};
  bool operator==(const HeldKeys&) const = default;
};

HeldKeys held_keys(X11Connection& x11) {
  // Left and right (X Window System Protocol, "KEYSYM Encoding").
  constexpr std::array<std::pair<std::string_view, KeySymbol>, 8> kSymbols{{{"shift", 0xFFE1},
                                                                            {"shift", 0xFFE2},
                                                                            {"ctrl", 0xFFE3},
                                                                            {"ctrl", 0xFFE4},
                                                                            {"alt", 0xFFE9},
                                                                            {"alt", 0xFFEA},
                                                                            {"win", 0xFFEB},
                                                                            {"win", 0xFFEC}}};
  constexpr std::array<KeySymbol, 2> kLocks{0xFF7F, 0xFF14};  // Num, Scroll
  HeldKeys held;
  XModifierKeymap* map = XGetModifierMapping(x11.get());
  if (map == nullptr) return held;
  for (int modifier = 0; modifier < kModifiers; ++modifier) {
    for (int i = 0; i < map->max_keypermod; ++i) {
      const int keycode = map->modifiermap[modifier * map->max_keypermod + i];
      if (keycode == 0) continue;
      const KeySymbol symbol = XkbKeycodeToKeysym(x11.get(), static_cast<KeyCode>(keycode), 0, 0);
      const unsigned mask = 1U << static_cast<unsigned>(modifier);
      for (const auto& [name, each] : kSymbols) {
        if (each != symbol) continue;
        held.keys[keycode] = name;
        held.masks[std::string(name)] = mask;
      }
      if (std::ranges::find(kLocks, symbol) != kLocks.end()) held.locks.push_back(mask);
    }
  }
  XFreeModifiermap(map);
  return held;
}

std::set<int> keys_down(X11Connection& x11) {
  std::array<char, 32> bits{};
  XQueryKeymap(x11.get(), bits.data());
  std::set<int> down;
  for (int keycode = 0; keycode < 256; ++keycode)
    if ((bits[static_cast<std::size_t>(keycode / 8)] & (1 << (keycode % 8))) != 0)
      down.insert(keycode);
  return down;
}

class X11ScreenWatch {
 public:
  X11ScreenWatch(X11Connection& x11, X11Connection& grabs, ScreenView& view, X11RawInput raw,
                 std::string panic_key, const WatchPorts& ports)
      : x11_(x11),
        grabs_(grabs),
        view_(view),
        raw_(std::move(raw)),
        panic_key_(std::move(panic_key)),
        ports_(ports) {}

  Status run() {
    read_keys();
    if (Status alive = look_at_corner(); !alive.ok()) return alive;
    report({WatchEvent::Kind::ready});
    if (in_corner_) report({WatchEvent::Kind::panic_corner});
    while (has_listener_) {
      // The pointer can also move without input.
      x11_.wait_for_event(kScreenWatchLookMs);
      const bool was = in_corner_;
      if (Status alive = look_at_corner(); !alive.ok()) return alive;
      bool entered = in_corner_;
      while (const std::optional<RawInput> each = raw_.next()) {
        if (each->event.kind == InputEvent::Kind::key) key(each->event);
        // The executor may have moved the pointer away again already.
        entered = entered || is_into_corner(*each);
      }
      if (entered && !was) report({WatchEvent::Kind::panic_corner});
      if (raw_.layout_changed()) read_keys();
      release();
      // Discards the events of the grabs: raw input has them too.
      while (grabs_.wait_for_event(0)) {
        XEvent event{};
        XNextEvent(grabs_.get(), &event);
      }
    }
    return Done{};
  }

 private:
  void report(const WatchEvent& event) { has_listener_ = has_listener_ && ports_.report(event); }

  // Releases when requested, and at some checks after that.
  void release() {
    if (ports_.release_asked()) looks_to_release_ = kReleaseLooks;
    if (looks_to_release_ == 0) return;
    --looks_to_release_;
    release_pressed(x11_);
  }

  // Programs' motions have a position, those of devices only a distance.
  bool is_into_corner(const RawInput& input) const {
    return input.source == InputSource::programs && corner_ &&
           input.event.kind == InputEvent::Kind::motion && input.event.at == *corner_;
  }

  void key(const InputEvent& event) {
    if (!hotkeys_) return;
    switch (hotkeys_->key(event.code, event.down)) {
      case Hotkeys::Meaning::panic: return report({WatchEvent::Kind::panic_key});
      case Hotkeys::Meaning::resume: return report({WatchEvent::Kind::resume});
      case Hotkeys::Meaning::nothing: return;
    }
  }

  // Finds the keys in the layout in force.
  void read_keys() {
    if (panic_key_.empty()) return;
    const Result<std::vector<std::string>> names = key_combination(panic_key_);
    if (!names.ok()) return;  // the settings reject such a value
    Hotkey panic;
    panic.held.insert(names.value().begin(), names.value().end() - 1);
    panic.keycode = XKeysymToKeycode(x11_.get(), symbol_of_key(names.value().back()));
    const HeldKeys held = held_keys(x11_);
    if (hotkeys_ && panic == panic_ && held == held_) return;
    held_ = held;
    hotkeys_.emplace(panic, held.keys, keys_down(x11_));
    XUngrabKey(grabs_.get(), AnyKey, AnyModifier, grabs_.root());
    panic_ = panic;
    if (panic.keycode == 0)
      return report({WatchEvent::Kind::trouble, "the keyboard has no key " + names.value().back() +
                                                    ": [safety] panic_key does nothing"});
    static_cast<void>(grabs_.nothing_refused());
    for (const Hotkey& each : {panic, resume_key(panic)}) grab(each, held);
    if (!grabs_.nothing_refused())
      report({WatchEvent::Kind::trouble,
              "another program has taken " + panic_key_ +
                  " for itself, or the same with shift; it works, and that program gets it, too"});
  }

  // Keeps the key from other programs, in all states of the locks.
  void grab(const Hotkey& key, const HeldKeys& held) {
    unsigned mask = 0;
    for (const std::string& name : key.held)
      if (const auto found = held.masks.find(name); found != held.masks.end())
        mask |= found->second;
    const std::size_t sets = std::size_t{1} << held.locks.size();
    for (std::size_t set = 0; set < sets; ++set) {
      unsigned locks = 0;
      for (std::size_t i = 0; i < held.locks.size(); ++i)
        if ((set >> i & 1U) != 0) locks |= held.locks[i];
      XGrabKey(grabs_.get(), key.keycode, mask | locks, grabs_.root(), False, GrabModeAsync,
               GrabModeAsync);
    }
  }

  Status look_at_corner() {
    if (const auto now = steady_time_ms(); !corner_ || now - looked_at_ms_ > kMonitorsMs) {
      looked_at_ms_ = now;
      if (const auto monitors = view_.monitors(); monitors.ok())
        corner_ = corner_of(monitors.value());
    }
    const Result<Point> at = x11_.pointer();
    if (!at.ok()) return at.error();
    in_corner_ = corner_ && at.value() == *corner_;
    return Done{};
  }

  X11Connection& x11_;
  X11Connection& grabs_;  // separate: a client that grabs a device gets no raw events of it
  ScreenView& view_;
  X11RawInput raw_;
  std::string panic_key_;
  const WatchPorts& ports_;
  std::optional<Hotkeys> hotkeys_;
  Hotkey panic_;
  HeldKeys held_;
  std::optional<Point> corner_;
  std::int64_t looked_at_ms_ = 0;
  int looks_to_release_ = 0;
  bool in_corner_ = false;
  bool has_listener_ = true;
};
}  // namespace

Status watch_x11_display(const std::string& display, const std::string& panic_key,
                         const WatchPorts& ports) {
  auto view = open_screen_view(display);
  if (!view.ok()) return view.error();
  auto x11 = X11Connection::open(display);
  if (!x11.ok()) return x11.error();
  auto grabs = X11Connection::open(display);
  if (!grabs.ok()) return grabs.error();
  Result<X11RawInput> raw = X11RawInput::open(*x11.value());
  if (!raw.ok()) return raw.error();
  return X11ScreenWatch(*x11.value(), *grabs.value(), *view.value(), std::move(raw).value(),
                        panic_key, ports)
      .run();
}
}  // namespace franz::executor
