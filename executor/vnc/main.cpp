// vnc_bridge: keeps the connection to a VNC server (common/wire/bridge_messages.h).
#include <string>
#include <utility>
#include "common/base/secrets.h"
#include "common/os/print.h"
#include "executor/bridge/bridge_server.h"
#include "executor/vnc/own_limits.h"
#include "executor/vnc/vnc_client.h"
#include "executor/vnc/vnc_screen_app.h"

int main() {
  using namespace franz;
  using namespace franz::executor;
  const Result<BridgeSetup> setup = read_bridge_setup();
  if (!setup.ok()) {
    print_error("vnc_bridge: " + setup.error().message);
    return 2;
  }
  limit_own_process();
  end_bridge_with_input(setup.value().socket);
  const auto server = BridgeServer::open(setup.value().socket);
  if (!server.ok()) {
    print_error("vnc_bridge: " + server.error().message);
    return 1;
  }
  const VncClient::Options options = VncClient::options_for(setup.value());
  // A server may send back what it was given.
  Secrets secrets;
  secrets.add(setup.value().password, Secrets::kShortestKnown);
  VncScreen screen([&] { return VncClient::open(setup.value(), options); },
                   [&](BridgeEvent event) {
                     event.server = secrets.mask(event.server);
                     event.text = secrets.mask(event.text);
                     report(event);
                   });
  setup.value().again ? screen.connect_again() : screen.connect();
  if (!screen.ended()) server.value()->serve(screen);
  return screen.ended() ? 1 : 0;
}
