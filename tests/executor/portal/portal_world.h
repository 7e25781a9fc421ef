#pragma once
// portal_bridge with a portal of the test on a bus of its own, and with PipeWire. POSIX only.
#include <memory>
#include <string>
#include <vector>
#include "common/desktop/bridge_connection.h"
#include "common/os/temporary_folder.h"
#include "tests/executor/portal/mock_portal.h"
#include "tests/executor/wayland/wayland_world.h"

namespace franz::executor {
// A bus, PipeWire, and the folder of a session; variables of this process name them.
class PortalWorld {
 public:
  PortalWorld();
  ~PortalWorld();
  PortalWorld(const PortalWorld&) = delete;
  PortalWorld& operator=(const PortalWorld&) = delete;

  // Starts the portal and the bridge. Returns what it reports first.
  BridgeEvent start(std::uint32_t version, std::vector<MockConsent> consents);
  // The same with shortcuts, for this panic key.
  BridgeEvent start(const MockShortcuts& shortcuts, const std::string& panic_key);
  void start_portal(std::uint32_t version, std::vector<MockConsent> consents,
                    const MockShortcuts& shortcuts = {});
  void end_bridge() { bridge_.reset(); }
  BridgeEvent next_event() { return next_event_of(*bridge_); }
  std::unique_ptr<BridgeConnection> connect() const;

  std::string path(const std::string& name) const { return folder_->path() + "/" + name; }
  std::string token() const;
  MockPortal& portal() { return *portal_; }
  MockScreen& screen() { return *screen_; }
  WatchedProgram& bridge() { return *bridge_; }

 private:
  std::string bus() const { return "unix:path=" + path("bus"); }
  BridgeEvent start_bridge(const std::string& panic_key);
  // `socket`: appears when the program is ready; empty: none does.
  void run(const std::string& program, const std::vector<std::string>& arguments,
           const std::string& socket);

  std::unique_ptr<TemporaryFolder> folder_;
  std::vector<std::unique_ptr<WatchedProgram>> programs_;
  std::unique_ptr<MockScreen> screen_;
  std::unique_ptr<MockPortal> portal_;
  std::unique_ptr<WatchedProgram> bridge_;
};
}  // namespace franz::executor
