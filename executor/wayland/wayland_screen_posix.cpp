#include <algorithm>
#include <utility>
#include "common/os/clock.h"
#include "executor/wayland/data_control.h"
#include "executor/wayland/output_layout.h"
#include "executor/wayland/screen_pictures.h"
#include "executor/wayland/sway_panic_key.h"
#include "executor/wayland/toplevel_list.h"
#include "executor/wayland/virtual_keyboard.h"
#include "executor/wayland/virtual_pointer.h"
#include "executor/wayland/wayland_connection.h"
#include "executor/wayland/wayland_globals.h"
#include "executor/wayland/wayland_screen.h"

namespace franz::executor {
namespace {
using Kind = BridgeRequest::Kind;
constexpr int kFirstPauseMs = 500, kLongestPauseMs = 10'000;
// While programs read the clipboard.
constexpr int kWritingMs = 10;

Error lacks(const std::string& protocol, const std::string& purpose) {
  return {"the compositor lacks " + protocol + ", so " + purpose, ErrorCode::missing};
}
}  // namespace

// Members are destroyed in reverse order: the connection ends last.
struct WaylandScreen::Session {
  std::unique_ptr<WaylandConnection> connection;
  std::unique_ptr<WaylandGlobals> globals;
  std::unique_ptr<ToplevelList> toplevels;
  std::unique_ptr<DataControl> clipboard;
  std::unique_ptr<VirtualPointer> pointer;
  std::unique_ptr<VirtualKeyboard> keyboard;
  // At this moment; outputs come and go.
  std::vector<const ReportedOutput*> outputs = {};
  std::unique_ptr<SwayPanicKey> panic_key = {};  // null: see no_panic_key
  std::string no_panic_key = {};                 // as in BridgeEvent

  Result<OutputLayout> layout() {
    outputs = globals->outputs();
    std::vector<WaylandOutput> described;
    for (const ReportedOutput* output : outputs) described.push_back(output->described());
    return OutputLayout::make(std::move(described));
  }
};

Result<std::unique_ptr<WaylandScreen::Session>> WaylandScreen::open_session(
    const std::string& display) {
  auto session = std::make_unique<Session>();
  Result<std::unique_ptr<WaylandConnection>> connection = WaylandConnection::open(display);
  if (!connection.ok()) return connection.error();
  session->connection = std::move(connection.value());
  WaylandConnection& link = *session->connection;
  Result<std::unique_ptr<WaylandGlobals>> globals = WaylandGlobals::bind(link);
  if (!globals.ok()) return globals.error();
  session->globals = std::move(globals.value());
  session->toplevels = ToplevelList::make(link, *session->globals);
  session->clipboard = DataControl::make(link, *session->globals);
  session->pointer = std::make_unique<VirtualPointer>(link, *session->globals);
  Result<VirtualKeyboard> keyboard = VirtualKeyboard::make(link, *session->globals);
  if (!keyboard.ok()) return keyboard.error();
  session->keyboard = std::make_unique<VirtualKeyboard>(std::move(keyboard.value()));
  if (const Status released = session->pointer->release_all(); !released.ok())
    return released.error();
  if (const Result<OutputLayout> layout = session->layout(); !layout.ok()) return layout.error();
  return session;
}

WaylandScreen::WaylandScreen(std::string display, std::string panic_key,
                             std::function<void(const BridgeEvent&)> on_event)
    : display_(std::move(display)),
      panic_key_(std::move(panic_key)),
      on_event_(std::move(on_event)) {}

WaylandScreen::~WaylandScreen() = default;

Result<std::unique_ptr<WaylandScreen>> WaylandScreen::connect(
    const std::string& display, const std::string& panic_key,
    std::function<void(const BridgeEvent&)> on_event) {
  std::unique_ptr<WaylandScreen> screen(new WaylandScreen(display, panic_key, std::move(on_event)));
  Result<std::unique_ptr<Session>> session = open_session(display);
  if (!session.ok()) return session.error();
  screen->session_ = std::move(session.value());
  screen->size_ = screen->session_->layout().value().size();
  screen->watch_panic_key();
  screen->on_event_(screen->connected(BridgeEvent::Kind::ready));
  return screen;
}

void WaylandScreen::watch_panic_key() {
  if (panic_key_.empty()) return;
  auto watched = SwayPanicKey::watch(session_->connection->descriptor(), display_, panic_key_,
                                     [this](BridgeEvent::Kind meaning) {
                                       BridgeEvent event;
                                       event.kind = meaning;
                                       if (meaning == BridgeEvent::Kind::panic)
                                         event.text = "the key";
                                       on_event_(event);
                                     });
  if (watched.ok())
    session_->panic_key = std::move(watched.value());
  else
    session_->no_panic_key = watched.error().message;
}

BridgeEvent WaylandScreen::connected(BridgeEvent::Kind kind) const {
  BridgeEvent event;
  event.kind = kind;
  event.size = size_;
  event.server = "Wayland session " + display_;
  event.security = "a socket of this machine";
  event.no_panic_key = session_->no_panic_key;
  return event;
}

void WaylandScreen::lose(const std::string& reason) {
  session_.reset();
  lost_reason_ = reason;
  pause_ms_ = kFirstPauseMs;
  next_try_ms_ = steady_time_ms() + pause_ms_;
  BridgeEvent event;
  event.kind = BridgeEvent::Kind::lost;
  event.text = reason;
  on_event_(event);
}

void WaylandScreen::try_again() {
  Result<std::unique_ptr<Session>> session = open_session(display_);
  if (!session.ok()) {
    lost_reason_ = session.error().message;
    pause_ms_ = std::min(2 * pause_ms_, kLongestPauseMs);
    next_try_ms_ = steady_time_ms() + pause_ms_;
    return;
  }
  session_ = std::move(session.value());
  // The compositor releases the keys of a keyboard that ends, and open_session() the buttons.
  buttons_.clear();
  keys_.clear();
  size_ = session_->layout().value().size();
  watch_panic_key();
  on_event_(connected(BridgeEvent::Kind::back));
}

int WaylandScreen::descriptor() { return session_ ? session_->connection->descriptor() : -1; }

int WaylandScreen::wait_ms() {
  if (!session_)
    return static_cast<int>(std::max<std::int64_t>(0, next_try_ms_ - steady_time_ms()));
  return session_->clipboard && session_->clipboard->is_writing() ? kWritingMs : -1;
}

void WaylandScreen::proceed() {
  if (!session_) {
    if (steady_time_ms() >= next_try_ms_) try_again();
    return;
  }
  if (const Status handled = session_->connection->handle_events(); !handled.ok())
    return lose(handled.error().message);
  if (session_->clipboard) session_->clipboard->write_pending();
}

void WaylandScreen::closed(std::uint64_t connection) {
  if (!session_) return;
  Status released = release(buttons_, buttons_.held_by(connection));
  if (released.ok()) released = release(keys_, keys_.held_by(connection));
  if (!released.ok()) lose(released.error().message);
}

BridgeAnswer WaylandScreen::answer(std::uint64_t connection, const BridgeRequest& request,
                                   std::string& data) {
  if (!session_)
    return refused_answer(BridgeCode::lost,
                          "the Wayland session is not connected: " + lost_reason_);
  Result<BridgeAnswer> performed = perform(connection, request, data);
  if (performed.ok()) {
    performed.value().size = size_;
    performed.value().pointer = pointer_;
    return performed.value();
  }
  const Error& error = performed.error();
  if (error.code != ErrorCode::lost) return refused_answer(error);
  lose(error.message);
  return refused_answer(sends_input(request.kind) ? BridgeCode::unfinished : BridgeCode::lost,
                        error.message);
}

Result<BridgeAnswer> WaylandScreen::perform(std::uint64_t connection, const BridgeRequest& request,
                                            std::string& data) {
  if (const Status handled = session_->connection->handle_events(); !handled.ok()) {
    // Nothing was sent, so this is not unfinished input.
    const std::string reason = handled.error().message;
    lose(reason);
    return refused_answer(BridgeCode::lost, "the Wayland session is not connected: " + reason);
  }
  const Result<OutputLayout> layout = session_->layout();
  if (!layout.ok()) return layout.error();
  size_ = layout.value().size();
  switch (request.kind) {
    case Kind::size: return BridgeAnswer{};
    case Kind::look: return look(request.area, data);
    case Kind::clipboard:
    case Kind::pasted: return paste(request);
    case Kind::windows:
    case Kind::activate: return use_windows(request, data);
    case Kind::can_type: {
      const Result<std::string> typed = text_to_type(request.text);
      if (!typed.ok()) return Error{typed.error().message, ErrorCode::missing};
      return BridgeAnswer{};
    }
    case Kind::move:
    case Kind::button:
    case Kind::wheel:
    case Kind::key:
    case Kind::type:
    case Kind::release: break;
  }
  const Status sent = send_input(connection, request);
  if (!sent.ok()) return sent.error();
  return BridgeAnswer{};
}

Status WaylandScreen::send_input(std::uint64_t connection, const BridgeRequest& request) {
  switch (request.kind) {
    case Kind::move: {
      pointer_ = {std::clamp(request.at.x, 0, size_.width - 1),
                  std::clamp(request.at.y, 0, size_.height - 1)};
      return session_->pointer->move(session_->layout().value().pointer_place(pointer_));
    }
    case Kind::button: return press(buttons_, request.name, request.down, connection);
    case Kind::wheel: return session_->pointer->wheel(request.name);
    case Kind::key: return press(keys_, request.name, request.down, connection);
    case Kind::type: {
      const Result<std::string> text = text_to_type(request.text);
      if (!text.ok()) return Error{text.error().message, ErrorCode::missing};
      return session_->keyboard->type(text.value());
    }
    default: {
      const Status released = release(buttons_, buttons_.held());
      return released.ok() ? release(keys_, keys_.held()) : released;
    }
  }
}

Status WaylandScreen::press(HeldInput& held, const std::string& name, bool down,
                            std::uint64_t connection) {
  if (&held == &keys_ && down && session_->clipboard) session_->clipboard->keys_were_pressed();
  // A button that is down already, or up, keeps its state: compositors count presses.
  if (&held == &buttons_ && held.is_held(name) == down) return Done{};
  const Status sent =
      &held == &keys_ ? session_->keyboard->key(name, down) : session_->pointer->button(name, down);
  if (!sent.ok()) return sent;
  held.set(name, down, connection);
  return sent;
}

Status WaylandScreen::release(HeldInput& held, const std::vector<std::string>& names) {
  for (const std::string& name : names)
    if (const Status released = press(held, name, false, 0); !released.ok()) return released;
  return Done{};
}

Result<BridgeAnswer> WaylandScreen::look(const Screen& area, std::string& data) {
  const Result<OutputLayout> layout = session_->layout();
  if (!layout.ok()) return layout.error();
  Result<std::string> pixels = take_screen_picture(*session_->connection, *session_->globals,
                                                   session_->outputs, layout.value(), area);
  if (!pixels.ok()) return pixels.error();
  data = std::move(pixels.value());
  return BridgeAnswer{};
}

Result<BridgeAnswer> WaylandScreen::paste(const BridgeRequest& request) {
  if (!session_->clipboard)
    return lacks("zwlr_data_control_manager_v1", "nothing can be pasted; typing works");
  BridgeAnswer answer;
  if (request.kind == Kind::clipboard) {
    Result<std::string> note = session_->clipboard->offer(request.text);
    if (!note.ok()) return note.error();
    answer.note = note.value();
    return answer;
  }
  const Result<bool> taken = session_->clipboard->restore();
  if (!taken.ok()) return taken.error();
  answer.taken = taken.value();
  return answer;
}

Result<BridgeAnswer> WaylandScreen::use_windows(const BridgeRequest& request, std::string& data) {
  if (!session_->toplevels)
    return lacks("zwlr_foreign_toplevel_manager_v1", "windows can be neither listed nor activated");
  if (const Status current = session_->connection->roundtrip(); !current.ok())
    return current.error();
  if (request.kind == Kind::windows) {
    for (const ListedWindow& window :
         session_->toplevels->windows({0, 0, size_.width, size_.height}))
      data += to_json(window) + "\n";
    return BridgeAnswer{};
  }
  const Status activated = session_->toplevels->activate(request.window, session_->globals->seat());
  if (!activated.ok()) return activated.error();
  return BridgeAnswer{};
}
}  // namespace franz::executor
