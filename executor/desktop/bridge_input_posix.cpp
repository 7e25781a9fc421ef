#include <array>
#include <chrono>
#include <thread>
#include <utility>
#include "common/base/utf8.h"
#include "common/desktop/bridge_connection.h"
#include "executor/desktop/bridge_parts_posix.h"
#include "executor/desktop/typed_text.h"

namespace franz::executor {
namespace {
using Kind = BridgeRequest::Kind;

const char* name_of(Button button) {
  switch (button) {
    case Button::left: return "left";
    case Button::middle: return "middle";
    case Button::right: return "right";
  }
  return "";
}

const char* name_of(Wheel direction) {
  switch (direction) {
    case Wheel::up: return "up";
    case Wheel::down: return "down";
    case Wheel::left: return "left";
    case Wheel::right: return "right";
  }
  return "";
}

class BridgeInput : public InputDevice {
 public:
  explicit BridgeInput(std::unique_ptr<BridgeConnection> bridge) : bridge_(std::move(bridge)) {}

  Result<Point> pointer() override {
    const Result<BridgeAnswer> answer = bridge_->ask({.kind = Kind::size});
    if (!answer.ok()) return answer.error();
    return answer.value().pointer;
  }

  Status move(Point at) override { return send({.kind = Kind::move, .at = at}); }

  Status button(Button button, bool down) override {
    return send({.kind = Kind::button, .name = name_of(button), .down = down});
  }

  Status turn_wheel(Wheel direction) override {
    return send({.kind = Kind::wheel, .name = name_of(direction)});
  }

  Status key(const std::string& name, bool down) override {
    return send({.kind = Kind::key, .name = name, .down = down});
  }

  Status can_type(std::string_view text) override {
    return send({.kind = Kind::can_type, .text = std::string(text)});
  }

  Status type(std::string_view text, const MayGoOn& may_go_on) override {
    if (Status possible = can_type(text); !possible.ok()) return possible;
    std::size_t typed = 0;
    while (!text.empty()) {
      if (typed > 0)
        if (Status allowed = may_go_on(typed); !allowed.ok()) return allowed;
      const std::string_view piece = first_piece(text);
      if (Status sent = send({.kind = Kind::type, .text = std::string(piece)}); !sent.ok())
        return typed > 0 ? Status(Error{sent.error().message, ErrorCode::unfinished}) : sent;
      typed += count_characters(piece);
      text.remove_prefix(piece.size());
    }
    return Done{};
  }

  void pause(int milliseconds) override {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
  }

  // No such screen reports what programs have read. A failure shows in confirm().
  void wait_until_read() override { static_cast<void>(confirm()); }

  // A picture comes after the input that was sent before it.
  Status confirm() override {
    const Result<BridgeAnswer> answer = bridge_->ask({.kind = Kind::look, .area = {0, 0, 1, 1}});
    if (!answer.ok()) return Error{answer.error().message, ErrorCode::unfinished};
    return Done{};
  }

  // A failure means that the bridge is gone, or is not connected: it releases what is held as soon
  // as it is connected again.
  void release_all() override { static_cast<void>(send({.kind = Kind::release})); }

 private:
  Status send(const BridgeRequest& request) {
    const Result<BridgeAnswer> answer = bridge_->ask(request);
    if (!answer.ok()) return answer.error();
    return Done{};
  }

  std::unique_ptr<BridgeConnection> bridge_;
};

class BridgeClipboard : public Clipboard {
 public:
  explicit BridgeClipboard(std::unique_ptr<BridgeConnection> bridge) : bridge_(std::move(bridge)) {}

  Result<PasteReport> paste(std::string_view text, bool,
                            const std::function<Status()>& press) override {
    const Result<BridgeAnswer> offered =
        bridge_->ask({.kind = Kind::clipboard, .text = std::string(text)});
    if (!offered.ok() && offered.error().code == ErrorCode::missing)
      return type(text, offered.error().message);
    if (!offered.ok()) return offered.error();
    if (const Status pressed = press(); !pressed.ok()) return pressed.error();
    const Result<BridgeAnswer> answer = bridge_->ask({.kind = Kind::pasted});
    if (!answer.ok()) return answer.error();
    return PasteReport{answer.value().taken, answer.value().note};
  }

 private:
  Result<PasteReport> type(std::string_view text, const std::string& why) {
    const Result<std::string> typed = text_to_type(text);
    if (!typed.ok()) return typed.error();
    const Result<BridgeAnswer> possible =
        bridge_->ask({.kind = Kind::can_type, .text = typed.value()});
    if (!possible.ok()) return possible.error();
    // In pieces, so that others can release all input in between.
    for (std::string_view rest = typed.value(); !rest.empty();) {
      const std::string_view piece = first_piece(rest);
      const Result<BridgeAnswer> answer =
          bridge_->ask({.kind = Kind::type, .text = std::string(piece)});
      const bool is_first = rest.size() == typed.value().size();
      if (!answer.ok())
        return is_first ? answer.error() : Error{answer.error().message, ErrorCode::unfinished};
      rest.remove_prefix(piece.size());
    }
    return PasteReport{true, "it was typed: " + why};
  }

  std::unique_ptr<BridgeConnection> bridge_;
};
}  // namespace

Result<std::unique_ptr<InputDevice>> open_bridge_input(const std::string& display) {
  auto bridge = BridgeConnection::open(display);
  if (!bridge.ok()) return bridge.error();
  return std::unique_ptr<InputDevice>(std::make_unique<BridgeInput>(std::move(bridge).value()));
}

Result<std::unique_ptr<Clipboard>> open_bridge_clipboard(const std::string& display) {
  auto bridge = BridgeConnection::open(display);
  if (!bridge.ok()) return bridge.error();
  return std::unique_ptr<Clipboard>(std::make_unique<BridgeClipboard>(std::move(bridge).value()));
}

Status release_bridge(const std::string& display) {
  const auto bridge = BridgeConnection::open(display);
  if (!bridge.ok()) return bridge.error();
  const Result<BridgeAnswer> answer = bridge.value()->ask({.kind = Kind::release});
  // Without a connection nothing is held: the bridge releases everything on the next one.
  if (!answer.ok() && answer.error().code != ErrorCode::lost) return answer.error();
  return Done{};
}
}  // namespace franz::executor
