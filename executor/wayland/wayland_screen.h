#pragma once
// A session of a wlroots compositor as the screen of a bridge. It connects again when the
// compositor ends the connection.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include "common/base/result.h"
#include "common/wire/bridge_messages.h"
#include "executor/bridge/bridge_server.h"
#include "executor/bridge/held_input.h"

namespace franz::executor {
class WaylandScreen : public BridgeScreen {
 public:
  // `display`: as WAYLAND_DISPLAY. `panic_key`: as in BridgeSetup. `on_event`: receives `ready`,
  // then `lost` and `back`, and `panic` and `resume` on another thread. Failure: for
  // BridgeEvent::Kind::refused.
  static Result<std::unique_ptr<WaylandScreen>> connect(
      const std::string& display, const std::string& panic_key,
      std::function<void(const BridgeEvent&)> on_event);
  ~WaylandScreen() override;

  BridgeAnswer answer(std::uint64_t connection, const BridgeRequest& request,
                      std::string& data) override;
  void closed(std::uint64_t connection) override;
  int descriptor() override;
  int wait_ms() override;
  void proceed() override;

 private:
  struct Session;  // the connection with everything that lives on it
  WaylandScreen(std::string display, std::string panic_key,
                std::function<void(const BridgeEvent&)> on_event);
  static Result<std::unique_ptr<Session>> open_session(const std::string& display);
  void watch_panic_key();
  BridgeEvent connected(BridgeEvent::Kind kind) const;
  void lose(const std::string& reason);
  void try_again();

  Result<BridgeAnswer> perform(std::uint64_t connection, const BridgeRequest& request,
                               std::string& data);
  Status send_input(std::uint64_t connection, const BridgeRequest& request);
  Status press(HeldInput& held, const std::string& name, bool down, std::uint64_t connection);
  Status release(HeldInput& held, const std::vector<std::string>& names);
  Result<BridgeAnswer> look(const Screen& area, std::string& data);
  Result<BridgeAnswer> paste(const BridgeRequest& request);
  Result<BridgeAnswer> use_windows(const BridgeRequest& request, std::string& data);

  std::string display_, panic_key_;
  std::function<void(const BridgeEvent&)> on_event_;
  std::unique_ptr<Session> session_;  // null: lost
  std::string lost_reason_;
  std::int64_t next_try_ms_ = 0;  // of the steady clock
  int pause_ms_ = 0;              // after the next failure
  Size size_ = {1, 1};            // when it was known last
  Point pointer_ = {};
  HeldInput buttons_, keys_;
};
}  // namespace franz::executor
