#include "tests/executor/portal/portal_world.h"
#include <gtest/gtest.h>
#include <cstdlib>
#include <filesystem>
#include "common/os/files.h"
#include "tests/support/test_paths.h"
#include "tests/support/wait_until.h"

namespace franz::executor {
namespace {
// Without programs that the bus could start.
constexpr const char* kBusRules = R"(<busconfig><type>session</type><policy context="default">
<allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy><listen>)";
}  // namespace

PortalWorld::PortalWorld() : folder_(std::move(TemporaryFolder::make("portal")).value()) {
  const std::string bus_rules = kBusRules + bus() + "</listen></busconfig>";
  EXPECT_TRUE(write_new_file(path("bus.conf"), bus_rules).ok());
  ::setenv("XDG_RUNTIME_DIR", path("").c_str(), 1);
  ::setenv("DBUS_SESSION_BUS_ADDRESS", bus().c_str(), 1);
  for (const char* const name : {"WAYLAND_DISPLAY", "PIPEWIRE_REMOTE", "PIPEWIRE_RUNTIME_DIR",
                                 "XDG_CURRENT_DESKTOP", "KDE_SESSION_VERSION"})
    ::unsetenv(name);
  run("dbus-daemon", {"--nofork", "--config-file=" + path("bus.conf")}, "bus");
  run("pipewire", {}, "pipewire-0");
  run("wireplumber", {}, "");
  screen_ = std::make_unique<MockScreen>();
  EXPECT_NE(screen_->node(), 0U);
}

PortalWorld::~PortalWorld() {
  bridge_.reset();
  portal_.reset();
  screen_.reset();
  while (!programs_.empty()) programs_.pop_back();
}

BridgeEvent PortalWorld::start(std::uint32_t version, std::vector<MockConsent> consents) {
  bridge_.reset();
  start_portal(version, std::move(consents));
  return start_bridge("");
}

BridgeEvent PortalWorld::start(const MockShortcuts& shortcuts, const std::string& panic_key) {
  bridge_.reset();
  start_portal(1, {{}}, shortcuts);
  return start_bridge(panic_key);
}

void PortalWorld::start_portal(std::uint32_t version, std::vector<MockConsent> consents,
                               const MockShortcuts& shortcuts) {
  portal_.reset();
  portal_ =
      std::make_unique<MockPortal>(bus(), version, std::move(consents), screen_->node(), shortcuts);
}

BridgeEvent PortalWorld::start_bridge(const std::string& panic_key) {
  ChildCommand command{std::string(kBinDir) + "/portal_bridge", {}, {}, ""};
  command.environment = {{"HOME", path("home")}, {"XDG_STATE_HOME", path("state")}};
  command.end_patience = std::chrono::seconds(10);
  bridge_ = std::make_unique<WatchedProgram>(command);
  BridgeSetup setup;
  setup.socket = path("s");
  setup.wayland = "wayland-7";  // there is none: the layouts are not known
  setup.panic_key = panic_key;
  bridge_->write_line(to_json(setup));
  return next_event();
}

std::unique_ptr<BridgeConnection> PortalWorld::connect() const {
  auto opened = BridgeConnection::open("bridge:portal:" + path("s"));
  EXPECT_TRUE(opened.ok());
  return opened.ok() ? std::move(opened).value() : nullptr;
}

std::string PortalWorld::token() const {
  const Result<std::string> token = read_file(path("state/franz/portal_token"));
  return token.ok() ? token.value() : "(none)";
}

void PortalWorld::run(const std::string& program, const std::vector<std::string>& arguments,
                      const std::string& socket) {
  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  programs_.push_back(
      std::make_unique<WatchedProgram>(ChildCommand{"/usr/bin/env", words, {}, ""}));
  if (socket.empty()) return;
  EXPECT_TRUE(wait_until([&] { return std::filesystem::exists(path(socket)); })) << program;
}
}  // namespace franz::executor
