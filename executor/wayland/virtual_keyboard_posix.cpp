#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>
#include "common/os/clock.h"
#include "common/os/posix_support.h"
#include "executor/wayland/input_time.h"
#include "executor/wayland/virtual_keyboard.h"
#include "executor/wayland/wlr_protocols.h"

namespace franz::executor {
namespace {
// If the seat had no keyboard, programs first ask the compositor for the new one, and what is typed
// before is lost. Nothing reports that they have done so.
constexpr int kNewKeyboardMs = 500;
// Keys are sent in small groups, because a compositor ends the connection of a program that does
// not read its events in time. See program_queues.h.
constexpr std::size_t kStrokesAtOnce = 20;
// A program may have so many bytes more to read than before; a stroke takes about 50, and
// a queue has room for more than 100 KiB.
constexpr std::uint32_t kMaxUnread = 8'192;
constexpr int kUnreadMs = 10'000, kUnreadStepMs = 2;
// After each group, if the system does not report what programs have read.
constexpr int kGroupMs = 30;
// Before a changed keymap, for Xwayland's programs.
constexpr int kKeymapMs = 50;
}  // namespace

Result<VirtualKeyboard> VirtualKeyboard::make(WaylandConnection& connection,
                                              const WaylandGlobals& globals) {
  VirtualKeyboard keyboard(connection);
  keyboard.queues_ = ProgramQueues::open(connection);
  if (!globals.has_keyboard()) keyboard.usable_at_ms_ = steady_time_ms() + kNewKeyboardMs;
  keyboard.keyboard_.reset(wl_proxy_marshal_flags(
      globals.keyboards(), kCreateKeyboard, &kVirtualKeyboard, 1, 0, globals.seat(), nullptr));
  if (const Status used = keyboard.use_keymap({}); !used.ok()) return used.error();
  return keyboard;
}

Status VirtualKeyboard::use_keymap(SpareCharacters spare) {
  const std::string text = keymap_text(spare);
  const std::size_t size = text.size() + 1;  // with the terminating zero, as compositors expect
  const Descriptor file(::memfd_create("franz-keymap", MFD_CLOEXEC));
  if (!file.ok() || !write_all(file.number(), std::string_view(text.c_str(), size)))
    return Error{std::string("no memory for a keymap: ") + std::strerror(errno)};
  wl_proxy_marshal_flags(keyboard_.get(), kKeyboardKeymap, nullptr, 1, 0,
                         std::uint32_t{WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1}, file.number(),
                         static_cast<std::uint32_t>(size));
  spare_ = std::move(spare);
  send_modifiers();
  return connection_->roundtrip();
}

Status VirtualKeyboard::wait_for_programs() {
  const std::int64_t left = std::exchange(usable_at_ms_, 0) - steady_time_ms();
  return left > 0 ? connection_->pause(static_cast<int>(left)) : Done{};
}

void VirtualKeyboard::send_key(int keycode, bool down) {
  wl_proxy_marshal_flags(
      keyboard_.get(), kKeyboardKey, nullptr, 1, 0, input_time(),
      static_cast<std::uint32_t>(keycode),
      std::uint32_t{down ? WL_KEYBOARD_KEY_STATE_PRESSED : WL_KEYBOARD_KEY_STATE_RELEASED});
}

// The compositor does not derive them from a virtual keyboard's keys.
void VirtualKeyboard::send_modifiers(std::uint32_t added, std::uint32_t removed_locks) {
  wl_proxy_marshal_flags(keyboard_.get(), kKeyboardModifiers, nullptr, 1, 0, depressed_ | added, 0U,
                         locked_ & ~removed_locks, 0U);
}

void VirtualKeyboard::press(int keycode, bool down) {
  if (down ? !down_.insert(keycode).second : down_.erase(keycode) == 0) return;
  send_key(keycode, down);
  const std::uint32_t held = held_modifier(keycode);
  const std::uint32_t locked = down ? locked_modifier(keycode) : 0;
  if (held == 0 && locked == 0) return;
  depressed_ = down ? depressed_ | held : depressed_ & ~held;
  locked_ ^= locked;
  send_modifiers();
}

Result<KeyStroke> VirtualKeyboard::stroke_of(const std::string& name) {
  const KeySymbol symbol = symbol_of_key(name);
  if (symbol == 0) return Error{"no key is called " + name, ErrorCode::missing};
  if (const std::optional<KeyStroke> key = own_key(symbol)) return *key;
  const char32_t character = character_of(symbol);
  if (character == 0) return Error{"no key is called " + name, ErrorCode::missing};
  // On both levels of its key, so that it does not depend on Shift, which may be held.
  const auto levels = [&](const KeyStroke& stroke) {
    return SpareCharacters{{{stroke.keycode, false}, character},
                           {{stroke.keycode, true}, character}};
  };
  for (const auto& entry : spare_)
    if (std::ranges::all_of(levels(entry.first), [&](const auto& each) {
          return std::ranges::find(spare_, each) != spare_.end();
        }))
      return entry.first;
  // Keys that are down stay on the keymap.
  SpareCharacters spare;
  for (const auto& entry : spare_)
    if (down_.contains(entry.first.keycode - kWithThird)) spare.push_back(entry);
  for (const KeyStroke& stroke : spare_keys()) {
    if (down_.contains(stroke.keycode - kWithThird)) continue;
    for (const auto& level : levels(stroke)) spare.push_back(level);
    const Status paused = connection_->pause(kKeymapMs);
    const Status used = paused.ok() ? use_keymap(std::move(spare)) : paused;
    if (!used.ok()) return used.error();
    return stroke;
  }
  return Error{"too many keys are down", ErrorCode::missing};
}

Status VirtualKeyboard::key(const std::string& name, bool down) {
  if (const Status waited = wait_for_programs(); !waited.ok()) return waited;
  const auto held = held_.find(name);
  if (down == (held != held_.end())) return Done{};
  if (down) {
    const Result<KeyStroke> stroke = stroke_of(name);
    if (!stroke.ok()) return stroke.error();
    HeldKey& pressed = held_[name];
    pressed.keycode = stroke.value().keycode % kWithThird;
    const auto add = [&](bool needed, int keycode) {
      if (!needed || down_.contains(keycode)) return;
      pressed.added.push_back(keycode);
      press(keycode, true);
    };
    add(stroke.value().shift, kShiftKey);
    add(stroke.value().keycode >= kWithThird, kThirdKey);
    press(pressed.keycode, true);
  } else {
    press(held->second.keycode, false);
    for (const int keycode : held->second.added) press(keycode, false);
    held_.erase(held);
  }
  return connection_->roundtrip();
}

// A program without the keyboard may have hung for long; what it has not read does not count. A
// program that stops reading while it has the keyboard must not get more with each text, so its
// number only falls.
void VirtualKeyboard::note_unread() {
  if (!queues_) return;
  Result<UnreadBytes> unread = queues_->unread();
  if (!unread.ok()) return;
  for (auto& [program, bytes] : unread.value())
    if (const auto before = unread_before_.find(program); before != unread_before_.end())
      bytes = std::min(bytes, before->second);
  unread_before_ = std::move(unread.value());
}

Status VirtualKeyboard::wait_until_read() {
  for (const std::int64_t end = steady_time_ms() + kUnreadMs;;) {
    const Result<UnreadBytes> unread = queues_->unread();
    if (!unread.ok()) return connection_->pause(kGroupMs);
    const bool all_read = std::ranges::all_of(unread.value(), [&](const auto& entry) {
      const auto before = unread_before_.find(entry.first);
      return entry.second <= kMaxUnread + (before == unread_before_.end() ? 0 : before->second);
    });
    if (all_read) return Done{};
    if (steady_time_ms() >= end)
      return Error{"the program does not read what is typed; it hangs", ErrorCode::unfinished};
    if (const Status paused = connection_->pause(kUnreadStepMs); !paused.ok()) return paused;
  }
}

// Waits until the compositor has handled what was sent, and the programs have read most of it.
Status VirtualKeyboard::finish_group() {
  if (const Status sent = connection_->roundtrip(); !sent.ok()) return sent;
  return queues_ ? wait_until_read() : connection_->pause(kGroupMs);
}

Status VirtualKeyboard::send_batch(const std::vector<KeyStroke>& strokes) {
  std::uint32_t added = 0;
  const auto hold = [&](std::uint32_t modifier, int keycode, bool down) {
    if (((added & modifier) != 0) == down) return;
    added ^= modifier;
    send_key(keycode, down);
    send_modifiers(added, kLockModifier);
  };
  Status sent = Done{};
  send_modifiers(0, kLockModifier);
  for (std::size_t i = 0; sent.ok() && i < strokes.size(); ++i) {
    hold(kShiftModifier, kShiftKey, strokes[i].shift);
    hold(kThirdModifier, kThirdKey, strokes[i].keycode >= kWithThird);
    send_key(strokes[i].keycode % kWithThird, true);
    send_key(strokes[i].keycode % kWithThird, false);
    if ((i + 1) % kStrokesAtOnce == 0) sent = finish_group();
  }
  hold(kShiftModifier, kShiftKey, false);
  hold(kThirdModifier, kThirdKey, false);
  send_modifiers();
  if (sent.ok()) return finish_group();
  if (sent.error().code == ErrorCode::lost) return sent;
  // The program hangs, so it is not waited for; but no modifier may stay down.
  const Status released = connection_->roundtrip();
  return released.ok() ? sent : released;
}

Status VirtualKeyboard::type(std::string_view text) {
  const Result<std::vector<TypingBatch>> batches = plan_own_typing(text, spare_);
  if (!batches.ok()) return batches.error();
  if (const Status waited = wait_for_programs(); !waited.ok()) return waited;
  note_unread();
  for (const TypingBatch& batch : batches.value()) {
    if (!batch.mapped.empty()) {
      const Status paused = connection_->pause(kKeymapMs);
      const Status used = paused.ok() ? use_keymap(batch.mapped) : paused;
      if (!used.ok()) return used;
    }
    if (const Status sent = send_batch(batch.strokes); !sent.ok()) return sent;
  }
  return Done{};
}
}  // namespace franz::executor
