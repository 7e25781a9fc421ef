#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>
#include <utility>
#include "common/os/clock.h"
#include "common/tools/key_names.h"
#include "executor/desktop/x11_keyboard.h"
#include "executor/desktop/x11_keymap.h"
#include "executor/desktop/x11_map_reading.h"
#include "executor/desktop/x11_ping.h"
#include "executor/desktop/x11_release.h"

// Last: it defines common words as macros.
#include "executor/desktop/xlib_x11.h"

namespace franz::executor {
namespace {
// A program asks the server for the keys' symbols when it handles the first key after a change, and
// so gets the symbols of that moment: keys that it has not handled yet must not change. Most
// programs report that they have read their input (_NET_WM_PING); others can be observed
// (x11_map_reading.h); for the rest we wait, longer after more keys. A program may answer slowly:
// GTK lays out a long line again for each character. So we give up, for the rest of the text, only
// after a time in which a person would give up.
constexpr int kReadPause = 100;     // milliseconds
constexpr int kAnswerWait = 8000;   // milliseconds
constexpr int kChangesWait = 3000;  // milliseconds
constexpr int kEmptyChanges = 2;    // sent after keys; they change no symbol
constexpr int kAfterAnswer = 10;    // milliseconds
constexpr int kGroups = 4;

void wait_ms(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}
}  // namespace

Result<X11Keyboard> X11Keyboard::open(X11Connection& x11, TakeoverWatch* watch) {
  X11Keyboard keyboard(x11, watch);
  const Status read = keyboard.read_layout();
  if (!read.ok()) return read.error();
  return keyboard;
}

// Windows can have different layouts, and the person may change the layout at any time. While keys
// are borrowed or Shift was added, the layout is not read again: borrowed keys are in no layout,
// and Shift is released with the key that was pressed.
Status X11Keyboard::read_layout() {
  if (!mapped_.empty() || shift_added_) return Done{};
  XkbStateRec state{};
  XkbDescPtr map = XkbGetMap(x11_->get(), XkbAllClientInfoMask, XkbUseCoreKbd);
  const bool read = map != nullptr && XkbGetState(x11_->get(), XkbUseCoreKbd, &state) == Success;
  if (read) take_layout(*map, state.group);
  if (map != nullptr) XkbFreeKeyboard(map, XkbAllComponentsMask, True);
  if (read) return Done{};
  const Status alive = x11_->sync();
  return alive.ok() ? Error{"the X display has no extension XKEYBOARD"} : alive;
}

// The lowest keycode wins: the main block's keys come first, and media keys, which may have signs
// without Shift, come last.
void X11Keyboard::take_layout(XkbDescRec& map, unsigned group) {
  symbols_.clear();
  characters_.clear();
  elsewhere_.clear();
  spare_.clear();
  for (int keycode = map.min_key_code; keycode <= map.max_key_code; ++keycode) {
    if (XkbKeyNumGroups(&map, keycode) == 0) spare_.push_back(keycode);
    for (const bool shift : {false, true}) {
      const auto symbol_in = [&](unsigned in_group) {
        unsigned used = 0;
        KeySym symbol = NoSymbol;
        const unsigned state = XkbBuildCoreState(shift ? ShiftMask : 0U, in_group);
        XkbTranslateKeyCode(&map, static_cast<KeyCode>(keycode), state, &used, &symbol);
        return symbol;
      };
      const KeySymbol symbol = symbol_in(group);
      const KeyStroke stroke{keycode, shift};
      if (symbol != NoSymbol) symbols_.try_emplace(symbol, stroke);
      if (const char32_t character = character_of(symbol); character != 0)
        characters_.try_emplace(character, stroke);
      for (unsigned other = 0; other < kGroups && !shift; ++other)
        elsewhere_.try_emplace(symbol_in(other), stroke);
    }
  }
  const auto shift = symbols_.find(symbol_of_key("shift"));
  shift_ = shift == symbols_.end() ? 0 : shift->second.keycode;
}

Status X11Keyboard::type(std::string_view text, const MayGoOn& may_go_on) {
  if (Status read = read_layout(); !read.ok()) return read;
  const auto find = [this](char32_t character) -> std::optional<KeyStroke> {
    const auto found = characters_.find(character);
    if (found == characters_.end() || (found->second.shift && shift_ == 0)) return std::nullopt;
    return found->second;
  };
  std::vector<KeyStroke> spare;
  for (const bool shift : {false, true})
    for (const int keycode : spare_)
      if (std::ranges::count(mapped_, keycode) == 0 && (!shift || shift_ != 0))
        spare.push_back({keycode, shift});
  const Result<std::vector<TypingBatch>> batches = plan_typing(text, find, spare);
  if (!batches.ok()) return batches.error();
  unlock_capitals();
  unanswered_ = false;
  const bool borrows = std::ranges::any_of(
      batches.value(), [](const TypingBatch& batch) { return !batch.mapped.empty(); });
  std::unique_ptr<MapReading> reading;
  if (borrows && !focused_window_answers(*x11_)) reading = MapReading::watch(*x11_);
  Status sent = Done{};
  PieceCounter pieces(text);
  for (const TypingBatch& batch : batches.value()) {
    std::map<int, KeyLevels> mapped;
    for (const auto& [stroke, character] : batch.mapped) {
      KeyLevels& key = mapped[stroke.keycode];
      key.keycode = stroke.keycode;
      if (!stroke.shift) key.plain = symbol_of(character);
      key.shifted = symbol_of(character);
    }
    std::vector<KeyLevels> keys;
    keys.reserve(mapped.size());
    for (const auto& [keycode, key] : mapped) keys.push_back(key);
    if (reading) reading->begin();
    borrow(keys);
    sent = send_all(batch.strokes, pieces, may_go_on);
    if (!sent.ok()) break;
    if (!mapped.empty()) wait_until_read(batch.strokes.size(), reading.get());
  }
  take_off_keys();
  lock_again();
  return sent.ok() ? x11_->sync() : sent;
}

Status X11Keyboard::send_all(const std::vector<KeyStroke>& strokes, PieceCounter& pieces,
                             const MayGoOn& may_go_on) {
  bool shifted = held_.contains("shift");
  const bool keep_shift = shifted;
  bool look = pieces.typed() > 0;  // waiting for the earlier batch took time
  Status sent = Done{};
  for (const KeyStroke& stroke : strokes) {
    if (taken_over()) {
      sent = Error{kTookOver};
      break;
    }
    if (std::exchange(look, false) || pieces.is_between()) {
      // The keys sent so far may have opened a window; the server must process them first.
      sent = x11_->sync();
      if (sent.ok()) sent = may_go_on(pieces.typed());
      // The window that lost the focus may still have to read the symbols of its last keys.
      if (!sent.ok() && !mapped_.empty()) wait_ms(kReadPause);
      if (!sent.ok()) break;
    }
    send(stroke, shifted);
    pieces.add();
  }
  if (shifted && !keep_shift) send_key(shift_, false);
  const Status flushed = x11_->sync();
  return sent.ok() ? flushed : sent;
}

// Xlib queues the event like all other requests.
void X11Keyboard::send_key(int keycode, bool down) {
  if (watch_ != nullptr) watch_->expect({InputEvent::Kind::key, keycode, down, {}});
  XTestFakeKeyEvent(x11_->get(), static_cast<unsigned>(keycode), down ? True : False, CurrentTime);
}

// Waits until the server has processed what was sent, then checks.
bool X11Keyboard::taken_over() {
  if (watch_ == nullptr) return false;
  static_cast<void>(x11_->sync());
  return watch_->taken_over();
}

// Shift stays down between strokes that need it.
void X11Keyboard::send(const KeyStroke& stroke, bool& shifted) {
  if (stroke.shift != shifted && !held_.contains("shift")) {
    send_key(shift_, stroke.shift);
    shifted = stroke.shift;
  }
  send_key(stroke.keycode, true);
  send_key(stroke.keycode, false);
}

Status X11Keyboard::key(const std::string& name, bool down) {
  if (!down) {
    const auto held = held_.find(name);
    if (held == held_.end()) return Done{};  // not down, or released by release_all()
    const KeyStroke stroke = held->second;
    held_.erase(held);
    send_key(stroke.keycode, false);
    if (stroke.shift && shift_added_) {
      send_key(shift_, false);
      shift_added_ = false;
    }
    Status sent = x11_->sync();
    const bool borrowed = std::ranges::find(mapped_, stroke.keycode) != mapped_.end();
    if (borrowed) {
      unanswered_ = false;
      wait_until_read(1);
    }
    if (held_.empty()) {
      take_off_keys();
      lock_again();
    }
    return sent;
  }
  if (Status read = read_layout(); !read.ok()) return read;
  const Result<KeyStroke> stroke = stroke_of(name);
  if (!stroke.ok()) return stroke.error();
  const bool is_character = character_of(symbol_of_key(name)) != 0;
  if (is_character) unlock_capitals();
  if (stroke.value().shift && !held_.contains("shift") && !shift_added_) {
    send_key(shift_, true);
    shift_added_ = true;
  }
  send_key(stroke.value().keycode, true);
  held_[name] = stroke.value();
  return x11_->sync();
}

// Uses the layout in force. In a combination, the second choice is the key that has the symbol in
// another layout (programs read it as ctrl+c if the layout has no Latin letters). Otherwise uses a
// spare key: pressed alone, the other layout's key would type its character of the layout in force.
Result<KeyStroke> X11Keyboard::stroke_of(const std::string& name) {
  const KeySymbol symbol = symbol_of_key(name);
  if (symbol == 0) return Error{"the keyboard has no key " + name, ErrorCode::missing};
  if (const auto found = characters_.find(character_of(symbol));
      found != characters_.end() && (!found->second.shift || shift_ != 0))
    return found->second;
  const bool combined = std::ranges::any_of(
      held_, [](const auto& each) { return each.first != "shift" && is_held_key(each.first); });
  if (const auto found = symbols_.find(symbol); found != symbols_.end())
    return KeyStroke{found->second.keycode, false};
  if (const auto found = elsewhere_.find(symbol);
      found != elsewhere_.end() && (combined || character_of(symbol) == 0))
    return KeyStroke{found->second.keycode, false};
  for (const int keycode : spare_) {
    if (std::ranges::find(mapped_, keycode) != mapped_.end()) continue;
    borrow({{keycode, symbol, symbol}});
    return KeyStroke{keycode, false};
  }
  return Error{"the keyboard has no key " + name + ", and no spare one", ErrorCode::missing};
}

void X11Keyboard::borrow(const std::vector<KeyLevels>& mapped) {
  if (mapped.empty()) return;
  for (const KeyLevels& key : mapped)
    if (std::ranges::count(mapped_, key.keycode) == 0) mapped_.push_back(key.keycode);
  note_borrowed(*x11_, {unlocked_, mapped_});
  put_on_keys(*x11_, mapped);
  last_mapped_ = mapped;
}

void X11Keyboard::take_off_keys() {
  if (mapped_.empty()) return;
  give_back(*x11_, {0, mapped_});
  mapped_.clear();
  note_borrowed(*x11_, {unlocked_, {}});
}

void X11Keyboard::unlock_capitals() {
  XkbStateRec state{};
  if (XkbGetState(x11_->get(), XkbUseCoreKbd, &state) != Success) return;
  if ((state.locked_mods & LockMask) == 0) return;
  unlocked_ = LockMask;
  note_borrowed(*x11_, {unlocked_, mapped_});
  XkbLockModifiers(x11_->get(), XkbUseCoreKbd, LockMask, 0);
}

void X11Keyboard::lock_again() {
  if (unlocked_ == 0) return;
  XkbLockModifiers(x11_->get(), XkbUseCoreKbd, unlocked_, unlocked_);
  unlocked_ = 0;
  note_borrowed(*x11_, {0, mapped_});
}

void X11Keyboard::forget() {
  held_.clear();
  shift_added_ = false;
  take_off_keys();
  lock_again();
}

void X11Keyboard::wait_until_read(std::size_t strokes, MapReading* reading) {
  unanswered_ = unanswered_ || !focused_window_has_read(*x11_, kAnswerWait);
  if (!unanswered_) return wait_ms(kAfterAnswer);
  if (reading != nullptr) {
    for (int i = 0; i < kEmptyChanges; ++i) put_on_keys(*x11_, last_mapped_);
    if (reading->wait_until_read(kChangesWait)) return;
  }
  wait_ms(kReadPause + static_cast<int>(strokes));
}
}  // namespace franz::executor
