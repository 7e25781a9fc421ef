#include "executor/wayland/wayland_bridge_app.h"
#include <memory>
#include <string>
#include "common/os/print.h"
#include "executor/bridge/bridge_server.h"
#include "executor/wayland/wayland_screen.h"

namespace franz::executor {
namespace {
int refuse(const std::string& reason) {
  BridgeEvent event;
  event.kind = BridgeEvent::Kind::refused;
  event.text = reason;
  report(event);
  return 1;
}
}  // namespace

int run_wayland_bridge_app() {
  const Result<BridgeSetup> setup = read_bridge_setup();
  if (!setup.ok()) {
    print_error("wayland_bridge: setup: " + setup.error().message);
    return 1;
  }
  end_bridge_with_input(setup.value().socket);
  if (setup.value().wayland.empty()) return refuse("WAYLAND_DISPLAY is empty");
  const Result<std::unique_ptr<BridgeServer>> server = BridgeServer::open(setup.value().socket);
  if (!server.ok()) return refuse(server.error().message);
  const Result<std::unique_ptr<WaylandScreen>> screen =
      WaylandScreen::connect(setup.value().wayland, setup.value().panic_key, report);
  if (!screen.ok()) return refuse(screen.error().message);
  server.value()->serve(*screen.value());
  return 0;
}
}  // namespace franz::executor
