#include "executor/vnc/vnc_screen_app.h"
#include <algorithm>
#include <chrono>
#include <iterator>
#include <thread>
#include <utility>
#include "common/base/utf8.h"
#include "common/os/clock.h"
#include "executor/vnc/screen_pixels.h"

namespace franz::executor {
namespace {
using Kind = BridgeRequest::Kind;
constexpr std::int64_t kFirstPauseMs = 500, kLongestPauseMs = 10'000;
// So many, and then the server must have taken them: x11vnc takes some hundreds in a second.
constexpr std::size_t kStrokesAtOnce = 64;

// Bits of the button mask. Source: RFC 6143 §7.5.5; the wheel's are common practice.
struct ButtonBit {
  std::string_view name;
  int bit;
};
constexpr ButtonBit kButtons[] = {{"left", 1}, {"middle", 2}, {"right", 4}};
constexpr ButtonBit kWheel[] = {{"up", 8}, {"down", 16}, {"left", 32}, {"right", 64}};

// Programs on an X server read the keyboard's map again when a key was given a new symbol.
constexpr int kNewSymbolPauseMs = 20;

void pause(int milliseconds) {
  if (milliseconds > 0) std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

template <std::size_t count>
int bit_of(const ButtonBit (&bits)[count], const std::string& name) {
  const auto* const found = std::ranges::find(bits, name, &ButtonBit::name);
  return found == std::end(bits) ? 0 : found->bit;
}

// Nothing: a character is beyond Latin-1. The line ends of RFB's clipboard are \n.
Result<std::string> latin1_of(std::string_view text) {
  std::string bytes;
  while (!text.empty()) {
    const DecodedCharacter character = decode_utf8(text);
    if (character.code > 0xFF)
      return Error{"the VNC server's clipboard carries Latin-1 only, not " +
                       std::string(text.substr(0, character.length)),
                   ErrorCode::missing};
    bytes.push_back(static_cast<char>(character.code));
    text.remove_prefix(character.length);
  }
  return bytes;
}
}  // namespace

VncScreen::VncScreen(OpenVncClient open, std::function<void(const BridgeEvent&)> report)
    : open_(std::move(open)), report_(std::move(report)), pause_ms_(kFirstPauseMs) {}

BridgeEvent VncScreen::event(BridgeEvent::Kind kind) const {
  BridgeEvent event;
  event.kind = kind;
  event.size = client_->size();
  event.server = client_->name();
  event.security = security_text(client_->security());
  return event;
}

void VncScreen::connect() {
  Result<std::unique_ptr<VncClient>, VncFailure> opened = open_();
  if (opened.ok()) {
    client_ = std::move(opened).value();
    report_(event(BridgeEvent::Kind::ready));
    return;
  }
  refused_ = true;
  BridgeEvent refused;
  refused.kind = BridgeEvent::Kind::refused;
  refused.text = opened.error().text;
  report_(refused);
}

void VncScreen::connect_again() {
  pointer_sent_ = true;
  pointer_known_ = false;
  lost_ = "the bridge was started again, and is not connected yet";
}

int VncScreen::descriptor() { return client_ ? client_->descriptor() : -1; }

int VncScreen::wait_ms() {
  if (client_) return client_->has_buffered() ? 0 : -1;
  return static_cast<int>(std::clamp<std::int64_t>(connect_at_ms_ - steady_time_ms(), 0, 60'000));
}

void VncScreen::lose(const std::string& reason) {
  client_.reset();
  interrupted_.merge(keys_.owners());
  interrupted_.merge(buttons_.owners());
  lost_ = reason;
  pause_ms_ = kFirstPauseMs;
  connect_at_ms_ = steady_time_ms() + pause_ms_;
  BridgeEvent lost;
  lost.kind = BridgeEvent::Kind::lost;
  lost.text = reason;
  report_(lost);
}

void VncScreen::proceed() {
  if (client_) {
    if (const Status received = client_->receive(); !received.ok()) lose(received.error().message);
    return;
  }
  if (refused_ || steady_time_ms() < connect_at_ms_) return;
  Result<std::unique_ptr<VncClient>, VncFailure> opened = open_();
  if (opened.ok()) {
    client_ = std::move(opened).value();
    if (release_on_new_connection().ok()) return report_(event(BridgeEvent::Kind::back));
    client_.reset();
  } else if (opened.error().is_final) {
    refused_ = true;
    BridgeEvent refused;
    refused.kind = BridgeEvent::Kind::refused;
    refused.text = opened.error().text;
    return report_(refused);
  } else {
    lost_ = opened.error().text;
  }
  pause_ms_ = std::min(2 * pause_ms_, kLongestPauseMs);
  connect_at_ms_ = steady_time_ms() + pause_ms_;
}

// What the earlier connection pressed may still be down; the new one has seen none of it.
Status VncScreen::release_on_new_connection() {
  const VncServerKind kind = client_->kind();
  Strokes strokes;
  for (const auto& [symbol, code] : unconfirmed_) strokes.push_back({symbol, code, false});
  for (const std::string& name : keys_.held())
    if (const auto releases = key_strokes(name, false, kind); releases.ok())
      strokes.insert(strokes.end(), releases.value().begin(), releases.value().end());
  const Strokes modifiers = modifier_releases(kind);
  strokes.insert(strokes.end(), modifiers.begin(), modifiers.end());
  if (const Status sent = send_strokes(strokes); !sent.ok()) return sent;
  if (const Status sent = release_buttons_on_new_connection(); !sent.ok()) return sent;
  const Status confirmed = client_->refresh();
  if (!confirmed.ok()) return confirmed;  // the next connection releases them again
  keys_.clear();
  buttons_.clear();
  confirm();
  return Done{};
}

Status VncScreen::release_buttons_on_new_connection() {
  // Without an earlier event no button can be down, and this one would move the pointer.
  if (!pointer_sent_) return Done{};
  // What an earlier bridge held is unknown. TigerVNC releases it; with the servers named below it
  // stays down until the next click, which is better than an unrequested click.
  // In the corner the pointer covers nothing in the picture.
  if (!std::exchange(pointer_known_, true))
    pointer_ = {client_->size().width - 1, client_->size().height - 1};
  // x11vnc and QEMU compare each mask with the same client's last one, so that they ignore a
  // release without a press. TigerVNC ignores a press of what is down.
  const int down = unconfirmed_buttons_ | held_mask();
  if (down != 0)
    if (const Status sent = send_pointer(down); !sent.ok()) return sent;
  return send_pointer(0);
}

// The server has answered: everything before is in its hands.
void VncScreen::confirm() {
  unconfirmed_.clear();
  unconfirmed_buttons_ = 0;
}

BridgeAnswer VncScreen::done() const {
  BridgeAnswer answer;
  answer.size = client_->size();
  answer.pointer = pointer_;
  return answer;
}

BridgeAnswer VncScreen::after_sending(const Status& sent) {
  // A connection that the server closed meanwhile took the input no longer.
  const Status received = sent.ok() ? client_->receive() : sent;
  if (received.ok()) return done();
  lose(received.error().message);
  return refused_answer(BridgeCode::unfinished, lost_);
}

Status VncScreen::send_strokes(const Strokes& strokes) {
  const int pause_ms = client_->kind().key_pause_ms;
  std::size_t sent = 0;
  for (const VncStroke& stroke : strokes) {
    unconfirmed_[stroke.symbol] = stroke.code;
    if (const Status status = client_->send(stroke); !status.ok()) return status;
    const bool is_new = stroke.down && may_need_spare_key(stroke.symbol) &&
                        beyond_ascii_.insert(stroke.symbol).second;
    pause(is_new ? std::max(pause_ms, kNewSymbolPauseMs) : pause_ms);
    if (++sent % kStrokesAtOnce != 0) continue;
    if (const Status status = client_->refresh(); !status.ok()) return status;
  }
  return Done{};
}

int VncScreen::held_mask() const {
  int mask = 0;
  for (const std::string& name : buttons_.held()) mask |= bit_of(kButtons, name);
  return mask;
}

Status VncScreen::send_pointer(int mask) {
  pointer_sent_ = true;
  unconfirmed_buttons_ |= mask;
  return client_->send_pointer(pointer_, mask);
}

BridgeAnswer VncScreen::answer(std::uint64_t connection, const BridgeRequest& request,
                               std::string& data) {
  if (client_)
    if (const Status received = client_->receive(); !received.ok()) lose(received.error().message);
  const bool is_input = sends_input(request.kind);
  const bool interrupted = is_input && interrupted_.erase(connection) > 0;
  if (!client_) return refused_answer(BridgeCode::lost, lost_);
  if (interrupted && request.kind != Kind::release)
    return refused_answer(BridgeCode::unfinished,
                          "the connection to the VNC server was lost while "
                          "keys or buttons were held; they are released");
  const BridgeAnswer answer = perform(connection, request, data);
  if (is_input && !client_) interrupted_.erase(connection);  // the answer tells it
  return answer;
}

BridgeAnswer VncScreen::perform(std::uint64_t connection, const BridgeRequest& request,
                                std::string& data) {
  switch (request.kind) {
    case Kind::size: return done();
    case Kind::look: return look(request, data);
    case Kind::move: return move(request.at);
    case Kind::button: return press_button(connection, request);
    case Kind::wheel: return turn_wheel(request);
    case Kind::key: return press_key(connection, request);
    case Kind::can_type: return type(request, false);
    case Kind::type: return type(request, true);
    case Kind::clipboard: return offer(request);
    case Kind::pasted: return pasted();
    case Kind::release: return release(keys_.held(), buttons_.held());
    case Kind::windows:
    case Kind::activate: break;
  }
  return refused_answer(BridgeCode::missing, "a VNC server does not report its windows");
}

BridgeAnswer VncScreen::look(const BridgeRequest& request, std::string& data) {
  if (const Status fresh = client_->refresh(); !fresh.ok()) {
    lose(fresh.error().message);
    return refused_answer(
        fresh.error().code == ErrorCode::lost ? BridgeCode::lost : BridgeCode::failed, lost_);
  }
  confirm();
  data = cut_pixels(client_->pixels(), client_->size(), request.area);
  return done();
}

BridgeAnswer VncScreen::move(Point at) {
  const Size size = client_->size();
  const Point before = std::exchange(
      pointer_, {std::clamp(at.x, 0, size.width - 1), std::clamp(at.y, 0, size.height - 1)});
  const Status sent = send_pointer(held_mask());
  // On the next connection, the buttons are released where the pointer was sent to last.
  if (!sent.ok()) pointer_ = before;
  return after_sending(sent);
}

BridgeAnswer VncScreen::press_button(std::uint64_t connection, const BridgeRequest& request) {
  if (bit_of(kButtons, request.name) == 0)
    return refused_answer(BridgeCode::missing, "a VNC server has no button " + request.name);
  // Until the server confirms what comes now, the button may be down in any case.
  unconfirmed_buttons_ |= held_mask();
  buttons_.set(request.name, request.down, connection);
  return after_sending(send_pointer(held_mask()));
}

BridgeAnswer VncScreen::turn_wheel(const BridgeRequest& request) {
  const int notch = bit_of(kWheel, request.name);
  if (notch == 0)
    return refused_answer(BridgeCode::missing, "a VNC server has no wheel " + request.name);
  const int mask = held_mask();
  const Status turned = send_pointer(mask | notch);
  return after_sending(turned.ok() ? send_pointer(mask) : turned);
}

BridgeAnswer VncScreen::press_key(std::uint64_t connection, const BridgeRequest& request) {
  const auto strokes =
      key_strokes(request.name, request.down, client_->kind(), keys_.is_held("shift"));
  if (!strokes.ok()) return refused_answer(BridgeCode::missing, strokes.error().message);
  keys_.set(request.name, request.down, connection);
  return after_sending(send_strokes(strokes.value()));
}

BridgeAnswer VncScreen::type(const BridgeRequest& request, bool send) {
  const auto strokes = text_strokes(request.text, client_->kind(), beyond_ascii_);
  if (!strokes.ok()) return refused_answer(BridgeCode::missing, strokes.error().message);
  return send ? after_sending(send_strokes(strokes.value())) : done();
}

BridgeAnswer VncScreen::offer(const BridgeRequest& request) {
  const VncServerKind kind = client_->kind();
  if (!kind.clipboard)
    return refused_answer(BridgeCode::missing, "the VNC server" + std::string(kind.said) +
                                                   " does not give its clipboard to programs");
  if (client_->has_unicode_clipboard()) return after_sending(client_->send_clipboard(request.text));
  Result<std::string> text = latin1_of(request.text);
  if (!text.ok()) return refused_answer(BridgeCode::missing, text.error().message);
  return after_sending(client_->send_clipboard(std::move(text).value()));
}

BridgeAnswer VncScreen::pasted() {
  // Without the extension nothing reports who reads the clipboard.
  if (!client_->has_unicode_clipboard()) return done();
  const Result<bool> read = client_->wait_for_paste();
  if (!read.ok()) {
    lose(read.error().message);
    return refused_answer(BridgeCode::unfinished, lost_);
  }
  BridgeAnswer answer = done();
  answer.taken = read.value();
  return answer;
}

BridgeAnswer VncScreen::release(const std::vector<std::string>& keys,
                                const std::vector<std::string>& buttons) {
  Strokes strokes;
  for (const std::string& name : keys) {
    if (const auto releases = key_strokes(name, false, client_->kind()); releases.ok())
      strokes.insert(strokes.end(), releases.value().begin(), releases.value().end());
  }
  Status sent = send_strokes(strokes);
  // What was not sent is released on the next connection.
  if (sent.ok())
    for (const std::string& name : keys) keys_.release(name);
  unconfirmed_buttons_ |= held_mask();
  for (const std::string& name : buttons) buttons_.release(name);
  if (sent.ok() && !buttons.empty()) sent = send_pointer(held_mask());
  // A picture may be asked for much later, and a button of which nothing is known would be clicked
  // on the next connection.
  if (sent.ok() && unconfirmed_buttons_ != 0) {
    sent = client_->refresh();
    if (sent.ok()) confirm();
  }
  return after_sending(sent);
}

void VncScreen::closed(std::uint64_t connection) {
  const std::vector<std::string> keys = keys_.held_by(connection),
                                 buttons = buttons_.held_by(connection);
  // Without a connection they are released as soon as there is one.
  if (client_ && !(keys.empty() && buttons.empty())) release(keys, buttons);
  interrupted_.erase(connection);
}
}  // namespace franz::executor
