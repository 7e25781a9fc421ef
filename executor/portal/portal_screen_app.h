#pragma once
// A desktop that is reached through its portal, as the screen of a bridge.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>
#include "executor/bridge/bridge_server.h"
#include "executor/bridge/held_input.h"
#include "executor/desktop/keysyms.h"
#include "executor/desktop/typed_text.h"
#include "executor/portal/desktop_layout.h"
#include "executor/portal/layout_keys.h"
#include "executor/portal/portal_bus.h"
#include "executor/portal/portal_session.h"
#include "executor/portal/screen_stream.h"

namespace franz::executor {
class PortalScreen : public BridgeScreen {
 public:
  // Asks the person; see PortalSession::open(). Failure: for BridgeEvent::Kind::refused.
  // `display`: WAYLAND_DISPLAY of the session, for its keyboard layouts.
  static Result<std::unique_ptr<PortalScreen>> connect(
      const std::string& display, const ConsentMemory& memory,
      const std::function<void(const std::string& text)>& asking);

  Size size() const { return stream_->size(); }
  // The person stopped the sharing in the desktop.
  bool was_stopped() const { return session_->was_closed(); }
  std::string end() const;  // why there is no more screen; empty: it is there

  BridgeAnswer answer(std::uint64_t connection, const BridgeRequest& request,
                      std::string& data) override;
  void closed(std::uint64_t connection) override;
  int descriptor() override { return bus_->descriptor(); }
  void proceed() override { bus_->dispatch(); }
  bool ended() const override { return !end().empty(); }

 private:
  explicit PortalScreen(std::string display);
  // When the session and its pictures are there.
  void read_monitor_and_keyboard();
  void read_layouts();
  // The layout in use may have changed on KDE, whose keys FRANZ chooses.
  void read_layouts_of_kde();
  // Of a character or a key's name. Failure: ErrorCode::missing.
  Result<std::vector<KeyStroke>> strokes_of(const std::string& text) const;
  Result<KeySymbol> symbol_of_name(const std::string& name) const;
  Result<BridgeAnswer> perform(std::uint64_t connection, const BridgeRequest& request,
                               std::string& data);
  Status send_input(std::uint64_t connection, const BridgeRequest& request);
  Status move(Point at);
  // Presses or releases the key of a symbol, and what must be held with it.
  Status send_key(KeySymbol symbol, bool down) const;
  Status press(HeldInput& held, const std::string& name, bool down, std::uint64_t connection);
  Status release(HeldInput& held, const std::vector<std::string>& names);
  Status type(const std::vector<KeyStroke>& strokes);
  Result<BridgeAnswer> look(const Screen& area, std::string& data);

  // Destroyed in reverse order.
  std::unique_ptr<PortalBus> bus_;
  std::unique_ptr<PortalSession> session_;
  std::unique_ptr<ScreenStream> stream_;
  std::string display_;
  bool is_gnome_, is_kde_;
  Size logical_size_ = {};            // of the monitor as its programs see it; {0, 0}: not known
  LayoutCharacters characters_ = {};  // empty: not known, then those of ASCII, on KDE none
  LayoutKeys keys_of_layout_ = {};    // on KDE only
  Point pointer_ = {};
  HeldInput buttons_, keys_;
  std::int64_t sent_at_ms_ = 0;        // the last input, of the steady clock
  std::uint64_t pictures_before_ = 0;  // that had arrived then
};
}  // namespace franz::executor
