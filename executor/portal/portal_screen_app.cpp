#include "executor/portal/portal_screen_app.h"
#include <algorithm>
#include <utility>
#include "common/base/utf8.h"
#include "common/os/clock.h"
#include "executor/portal/gnome_layout_app.h"
#include "executor/portal/kde_layout_app.h"
#include "executor/portal/only_output.h"
#include "executor/portal/pointer_way.h"
#include "executor/portal/portal_offers_app.h"
#include "executor/portal/present_desktop_app.h"
#include "executor/wayland/own_keymap.h"

namespace franz::executor {
namespace {
using Kind = BridgeRequest::Kind;
// Until the picture that input causes; a screen that stays the same sends none. At 30 pictures in a
// second it comes within two or three of them, if the program draws at once.
constexpr int kEffectMayTakeMs = 150;
constexpr int kKeyboardMayTakeMs = 1'000, kLookAgainMs = 50;
// A step of KDE's portal is not a notch of a wheel but one unit of its motion
// (xdg-desktop-portal-kde 5.27); this many are what libinput sends for a notch.
constexpr int kNotchOfKde = 15;
}  // namespace

Result<std::unique_ptr<PortalScreen>> PortalScreen::connect(
    const std::string& display, const ConsentMemory& memory,
    const std::function<void(const std::string& text)>& asking) {
  std::unique_ptr<PortalScreen> screen(new PortalScreen(display));
  Result<std::unique_ptr<PortalBus>> bus = PortalBus::connect();
  if (!bus.ok()) return bus.error();
  screen->bus_ = std::move(bus.value());
  if (const Result<std::string> offers = portal_offers(*screen->bus_); !offers.ok())
    return offers.error();
  Result<std::unique_ptr<PortalSession>> session =
      PortalSession::open(*screen->bus_, memory, asking);
  if (!session.ok()) return session.error();
  screen->session_ = std::move(session.value());
  const Result<int> pipewire = screen->session_->open_pipewire();
  if (!pipewire.ok()) return pipewire.error();
  Result<std::unique_ptr<ScreenStream>> stream = ScreenStream::connect(
      pipewire.value(), screen->session_->node(), [&bus = *screen->bus_] { bus.wake(); });
  if (!stream.ok()) return stream.error();
  screen->stream_ = std::move(stream.value());
  screen->read_monitor_and_keyboard();
  return screen;
}

PortalScreen::PortalScreen(std::string display)
    : display_(std::move(display)), is_gnome_(is_desktop("GNOME")), is_kde_(is_desktop("KDE")) {}

void PortalScreen::read_monitor_and_keyboard() {
  logical_size_ = session_->logical_size();
  // KDE reports the size of a single monitor in pixels, but takes places as programs see them.
  if (is_kde_) logical_size_ = only_output_size(display_).value_or(logical_size_);
  read_layouts();
  if (!characters_.empty()) return;
  // A session without devices has no keyboard, and so no layout, before the first key. KDE's portal
  // is a keyboard itself.
  for (const bool down : {true, false})
    if (!is_kde_) static_cast<void>(session_->key(symbol_of_key("shift"), down));
  const std::int64_t until = steady_time_ms() + kKeyboardMayTakeMs;
  while (characters_.empty() && steady_time_ms() < until) {
    stream_->wait_for_more(stream_->pictures(), kLookAgainMs);
    read_layouts();
  }
}

Result<std::string> PortalScreen::watch_panic_key(
    const std::string& combination, const std::function<void(const std::string& text)>& asking,
    std::function<void()> pressed) {
  Result<std::unique_ptr<PanicShortcut>> bound =
      PanicShortcut::bind(*bus_, combination, asking, std::move(pressed));
  if (!bound.ok()) return bound.error();
  panic_key_ = std::move(bound.value());
  if (panic_key_->trigger().empty())
    return Error{
        "the desktop names no keys for its shortcut \"Stop the agent (FRANZ)\"; choose some in the "
        "desktop's settings"};
  return panic_key_->trigger();
}

void PortalScreen::read_layouts() {
  if (is_kde_) return read_layouts_of_kde();
  Result<LayoutCharacters> characters =
      layout_characters(display_, is_gnome_ ? gnome_layout() : std::optional<std::uint32_t>());
  if (characters.ok()) characters_ = std::move(characters.value());
}

void PortalScreen::read_layouts_of_kde() {
  // What is held is released with the key that was pressed.
  if (!is_kde_ || !keys_.held().empty()) return;
  const Result<std::string> keymap = session_keymap(display_);
  const std::optional<std::uint32_t> layout = kde_layout();
  keys_of_layout_ = keymap.ok() && layout ? keymap_keys(keymap.value(), *layout) : LayoutKeys{};
  characters_ = characters_of(keys_of_layout_);
}

Result<std::vector<KeyStroke>> PortalScreen::strokes_of(const std::string& text) const {
  const Result<std::string> typed = text_to_type(text);
  if (!typed.ok()) return typed.error();
  if (is_kde_ && characters_.empty())
    return Error{"the desktop's keyboard layout in use is not known", ErrorCode::missing};
  const auto find = [&](char32_t character) -> std::optional<KeyStroke> {
    KeySymbol symbol = character < 0x7F ? symbol_of(character) : 0;
    if (const auto found = characters_.find(character); found != characters_.end())
      symbol = found->second;
    else if (!characters_.empty() && character >= U' ')
      symbol = 0;
    return symbol == 0 ? std::nullopt : std::optional(KeyStroke{static_cast<int>(symbol)});
  };
  Result<std::vector<TypingBatch>> planned = plan_typing(typed.value(), find, {});
  if (!planned.ok()) return within("the desktop's keyboard layout", planned.error());
  return std::move(planned.value().front().strokes);
}

Result<KeySymbol> PortalScreen::symbol_of_name(const std::string& name) const {
  if (count_characters(name) != 1) {
    const KeySymbol symbol = symbol_of_key(name);
    return symbol == 0 ? Result<KeySymbol>(Error{"there is no key " + name, ErrorCode::missing})
                       : symbol;
  }
  const Result<std::vector<KeyStroke>> strokes = strokes_of(name);
  if (!strokes.ok()) return strokes.error();
  return static_cast<KeySymbol>(strokes.value().front().keycode);
}

std::string PortalScreen::end() const {
  if (session_->was_closed()) return "the sharing was stopped in the desktop";
  if (bus_->is_gone()) return "the desktop's portal ended";
  return stream_->failure();
}

void PortalScreen::closed(std::uint64_t connection) {
  if (ended()) return;
  static_cast<void>(release(buttons_, buttons_.held_by(connection)));
  static_cast<void>(release(keys_, keys_.held_by(connection)));
}

BridgeAnswer PortalScreen::answer(std::uint64_t connection, const BridgeRequest& request,
                                  std::string& data) {
  bus_->dispatch();
  if (const std::string reason = end(); !reason.empty())
    return refused_answer(BridgeCode::lost, reason);
  Result<BridgeAnswer> performed = perform(connection, request, data);
  if (!performed.ok()) return refused_answer(performed.error());
  performed.value().size = stream_->size();
  performed.value().pointer = pointer_;
  return performed.value();
}

Result<BridgeAnswer> PortalScreen::perform(std::uint64_t connection, const BridgeRequest& request,
                                           std::string& data) {
  switch (request.kind) {
    case Kind::size:
    case Kind::pasted: return BridgeAnswer{};
    case Kind::look: return look(request.area, data);
    case Kind::clipboard: return Error{"the desktop's portal has no clipboard", ErrorCode::missing};
    case Kind::windows:
    case Kind::activate:
      return Error{"the desktop's portal reports no windows", ErrorCode::missing};
    case Kind::can_type: {
      read_layouts();
      const Result<std::vector<KeyStroke>> strokes = strokes_of(request.text);
      if (!strokes.ok()) return strokes.error();
      return BridgeAnswer{};
    }
    case Kind::move:
    case Kind::button:
    case Kind::wheel:
    case Kind::key:
    case Kind::type:
    case Kind::release: break;
  }
  pictures_before_ = stream_->pictures();
  const Status sent = send_input(connection, request);
  sent_at_ms_ = steady_time_ms();
  if (!sent.ok()) return sent.error();
  return BridgeAnswer{};
}

Status PortalScreen::send_input(std::uint64_t connection, const BridgeRequest& request) {
  switch (request.kind) {
    case Kind::move: return move(request.at);
    case Kind::button: return press(buttons_, request.name, request.down, connection);
    case Kind::wheel: return session_->wheel(request.name, is_kde_ ? kNotchOfKde : 1);
    case Kind::key: return press(keys_, request.name, request.down, connection);
    case Kind::type: {
      read_layouts_of_kde();
      const Result<std::vector<KeyStroke>> strokes = strokes_of(request.text);
      return strokes.ok() ? type(strokes.value()) : Status(strokes.error());
    }
    default: {
      const Status released = release(buttons_, buttons_.held());
      return released.ok() ? release(keys_, keys_.held()) : released;
    }
  }
}

Status PortalScreen::move(Point at) {
  const Size size = stream_->size();
  pointer_ = {std::clamp(at.x, 0, size.width - 1), std::clamp(at.y, 0, size.height - 1)};
  const PointerWay way = pointer_way(pointer_, size, logical_size_, is_gnome_);
  Status moved = session_->move(way.x, way.y);
  if (!moved.ok() || (way.further_x <= 0 && way.further_y <= 0)) return moved;
  return session_->move_by(way.further_x, way.further_y);
}

Status PortalScreen::send_key(KeySymbol symbol, bool down) const {
  if (!is_kde_) return session_->key(symbol, down);
  if (keys_of_layout_.empty())
    return Error{"the desktop's keyboard layout in use is not known", ErrorCode::missing};
  const auto found = keys_of_layout_.find(symbol);
  if (found == keys_of_layout_.end())
    return Error{"the desktop's keyboard layout in use lacks the key", ErrorCode::missing};
  const auto [code, shift] = found->second;
  std::vector<int> keys;
  if (shift) keys.push_back(kShiftKey);
  if (code >= kWithThird) keys.push_back(kThirdKey);
  keys.push_back(code % kWithThird);
  if (!down) std::ranges::reverse(keys);
  Status first = Done{};
  for (const int key : keys) {
    const Status sent = session_->key_with_code(key, down);
    if (sent.ok()) continue;
    const bool any_sent = key != keys.front();
    if (first.ok())
      first = any_sent ? Error{sent.error().message, ErrorCode::unfinished} : sent.error();
    if (down) break;
  }
  // What was pressed must not stay down.
  if (down && !first.ok())
    for (const int key : keys) static_cast<void>(session_->key_with_code(key, false));
  return first;
}

Status PortalScreen::press(HeldInput& held, const std::string& name, bool down,
                           std::uint64_t connection) {
  // Compositors count presses.
  if (held.is_held(name) == down) return Done{};
  const bool is_key = &held == &keys_;
  if (is_key && down) read_layouts_of_kde();
  const Result<KeySymbol> symbol = is_key ? symbol_of_name(name) : KeySymbol{1};
  if (!symbol.ok()) return symbol.error();
  Status sent = is_key ? send_key(symbol.value(), down) : session_->button(name, down);
  if (!sent.ok()) return sent;
  held.set(name, down, connection);
  return sent;
}

Status PortalScreen::release(HeldInput& held, const std::vector<std::string>& names) {
  for (const std::string& name : names)
    if (const Status released = press(held, name, false, 0); !released.ok()) return released;
  return Done{};
}

Status PortalScreen::type(const std::vector<KeyStroke>& strokes) {
  for (const KeyStroke& stroke : strokes)
    for (const bool down : {true, false})
      if (const Status sent = send_key(static_cast<KeySymbol>(stroke.keycode), down); !sent.ok())
        return &stroke == &strokes.front() && down
                   ? sent
                   : Error{sent.error().message, ErrorCode::unfinished};
  return Done{};
}

Result<BridgeAnswer> PortalScreen::look(const Screen& area, std::string& data) {
  const std::int64_t left = sent_at_ms_ + kEffectMayTakeMs - steady_time_ms();
  if (left > 0) stream_->wait_for_more(pictures_before_, static_cast<int>(left));
  Result<std::string> pixels = stream_->pixels(area);
  if (!pixels.ok()) return pixels.error();
  data = std::move(pixels.value());
  return BridgeAnswer{};
}
}  // namespace franz::executor
