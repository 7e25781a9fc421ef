#pragma once
// A VNC server's screen as a bridge serves it: performs requests, keeps track of what is down, and
// connects again after a lost connection.
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/wire/bridge_messages.h"
#include "executor/bridge/bridge_server.h"
#include "executor/bridge/held_input.h"
#include "executor/vnc/vnc_client.h"

namespace franz::executor {
using OpenVncClient = std::function<Result<std::unique_ptr<VncClient>, VncFailure>()>;

class VncScreen : public BridgeScreen {
 public:
  // `open` connects, the first time and again; `report` receives the events.
  VncScreen(OpenVncClient open, std::function<void(const BridgeEvent&)> report);

  // Connects and reports `ready`, or `refused`: then ended() is true.
  void connect();
  // Instead of connect(), after a bridge that ended without releasing anything: proceed() connects
  // as after a lost connection, releases every modifier and button, and reports `back`.
  void connect_again();

  BridgeAnswer answer(std::uint64_t connection, const BridgeRequest& request,
                      std::string& data) override;
  void closed(std::uint64_t connection) override;
  int descriptor() override;
  int wait_ms() override;
  void proceed() override;
  bool ended() const override { return refused_; }

 private:
  using Strokes = std::vector<VncStroke>;

  BridgeAnswer perform(std::uint64_t connection, const BridgeRequest& request, std::string& data);
  BridgeAnswer look(const BridgeRequest& request, std::string& data);
  BridgeAnswer press_button(std::uint64_t connection, const BridgeRequest& request);
  BridgeAnswer turn_wheel(const BridgeRequest& request);
  BridgeAnswer press_key(std::uint64_t connection, const BridgeRequest& request);
  BridgeAnswer type(const BridgeRequest& request, bool send);
  BridgeAnswer offer(const BridgeRequest& request);
  BridgeAnswer pasted();
  BridgeAnswer move(Point at);
  BridgeAnswer release(const std::vector<std::string>& keys,
                       const std::vector<std::string>& buttons);

  BridgeAnswer done() const;
  BridgeAnswer after_sending(const Status& sent);
  Status send_strokes(const Strokes& strokes);
  int held_mask() const;
  Status send_pointer(int mask);
  Status release_buttons_on_new_connection();
  Status release_on_new_connection();
  void confirm();
  void lose(const std::string& reason);
  BridgeEvent event(BridgeEvent::Kind kind) const;

  OpenVncClient open_;
  std::function<void(const BridgeEvent&)> report_;
  std::unique_ptr<VncClient> client_;  // null: there is no connection
  std::string lost_;                   // why
  std::int64_t connect_at_ms_ = 0;     // when to connect again
  std::int64_t pause_ms_;              // after the next attempt that fails
  bool refused_ = false;

  HeldInput keys_, buttons_;
  Point pointer_;
  bool pointer_sent_ = false;  // a pointer event was sent on any connection
  bool pointer_known_ = true;  // false: an earlier bridge moved it
  // What was pressed or released since the server last confirmed what it had received: symbols with
  // their codes, and the mask of buttons. The releases may be lost with the connection.
  std::map<std::uint32_t, std::uint32_t> unconfirmed_;
  int unconfirmed_buttons_ = 0;
  // Connections that held something when the connection to the server was lost. Their next
  // input is answered with `unfinished`.
  std::set<std::uint64_t> interrupted_;
  std::set<std::uint32_t> beyond_ascii_;  // symbols that were pressed: see text_strokes()
};
}  // namespace franz::executor
