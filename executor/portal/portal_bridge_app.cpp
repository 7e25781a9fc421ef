#include "executor/portal/portal_bridge_app.h"
#include <memory>
#include <string>
#include <string_view>
#include "common/os/print.h"
#include "executor/bridge/bridge_server.h"
#include "executor/portal/portal_bus.h"
#include "executor/portal/portal_offers_app.h"
#include "executor/portal/portal_screen_app.h"
#include "executor/portal/portal_token_app.h"

namespace franz::executor {
namespace {
void report_text(BridgeEvent::Kind kind, const std::string& text) {
  BridgeEvent event;
  event.kind = kind;
  event.text = text;
  report(event);
}

int refuse(const std::string& reason) {
  report_text(BridgeEvent::Kind::refused, reason);
  return 1;
}

// The bridge does not connect again by itself: it might ask a person who does not want to be asked.
int report_end(const PortalScreen& screen) {
  if (!screen.was_stopped()) {
    print_error(screen.end());
    return 1;
  }
  report_text(BridgeEvent::Kind::panic, screen.end());
  return refuse(screen.end());
}

void report_asking(const std::string& text) { report_text(BridgeEvent::Kind::asking, text); }

BridgeEvent ready_event(PortalScreen& screen, const std::string& panic_key) {
  BridgeEvent ready;
  ready.size = screen.size();
  ready.server = "the desktop's portal";
  ready.security = "the session bus of this machine";
  if (panic_key.empty()) return ready;
  // It is reported after `ready`: nothing else reads the desktop's signals.
  const Result<std::string> bound = screen.watch_panic_key(
      panic_key, report_asking, [] { report_text(BridgeEvent::Kind::panic, "the key"); });
  (bound.ok() ? ready.panic_key : ready.no_panic_key) =
      bound.ok() ? bound.value() : bound.error().message;
  return ready;
}

int serve(const BridgeSetup& setup) {
  end_bridge_with_input(setup.socket);
  const Result<std::unique_ptr<PortalScreen>> screen =
      PortalScreen::connect(setup.wayland, consent_file(), report_asking);
  if (!screen.ok()) return refuse(screen.error().message);
  const BridgeEvent ready = ready_event(*screen.value(), setup.panic_key);
  // Only now: nothing can be asked of the screen before.
  const Result<std::unique_ptr<BridgeServer>> server = BridgeServer::open(setup.socket);
  if (!server.ok()) return refuse(server.error().message);
  report(ready);
  server.value()->serve(*screen.value());
  return screen.value()->ended() ? report_end(*screen.value()) : 0;
}

int print_offers() {
  const Result<std::unique_ptr<PortalBus>> bus = PortalBus::connect();
  const Result<std::string> offers =
      bus.ok() ? portal_offers(*bus.value()) : Result<std::string>(bus.error());
  const Status printed = print_line(offers.ok() ? offers.value() : offers.error().message);
  return offers.ok() && printed.ok() ? 0 : 1;
}
}  // namespace

int run_portal_bridge_app(int argument_count, const char* const* arguments) {
  if (argument_count == 2 && arguments[1] == std::string_view("--offers")) return print_offers();
  const Result<BridgeSetup> setup = read_bridge_setup();
  if (setup.ok()) return serve(setup.value());
  print_error("portal_bridge: setup: " + setup.error().message);
  return 1;
}
}  // namespace franz::executor
