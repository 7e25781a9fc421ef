// portal_bridge against a portal of the test on a bus of its own, with PipeWire.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <cstdlib>
#include <filesystem>
#include "common/os/files.h"
#include "tests/executor/portal/mock_portal.h"
#include "tests/executor/wayland/bare_compositor.h"
#include "tests/support/test_paths.h"
#include "tests/support/wait_until.h"

namespace franz::executor {
namespace {
// Without programs that the bus could start.
constexpr const char* kBusRules = R"(<busconfig><type>session</type><policy context="default">
<allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy><listen>)";

// A bus, PipeWire, and the folder of a session; variables of this process name them.
class PortalWorld {
 public:
  PortalWorld() : folder_(std::move(TemporaryFolder::make("portal")).value()) {
    const std::string bus_rules = kBusRules + bus() + "</listen></busconfig>";
    EXPECT_TRUE(write_new_file(path("bus.conf"), bus_rules).ok());
    ::setenv("XDG_RUNTIME_DIR", path("").c_str(), 1);
    ::setenv("DBUS_SESSION_BUS_ADDRESS", bus().c_str(), 1);
    for (const char* const name :
         {"WAYLAND_DISPLAY", "PIPEWIRE_REMOTE", "PIPEWIRE_RUNTIME_DIR", "XDG_CURRENT_DESKTOP"})
      ::unsetenv(name);
    run("dbus-daemon", {"--nofork", "--config-file=" + path("bus.conf")}, "bus");
    run("pipewire", {}, "pipewire-0");
    run("wireplumber", {}, "");
    screen_ = std::make_unique<MockScreen>();
    EXPECT_NE(screen_->node(), 0U);
  }
  ~PortalWorld() {
    bridge_.reset();
    portal_.reset();
    screen_.reset();
    while (!programs_.empty()) programs_.pop_back();
  }

  // From the next start on, the bridge is in a session of KDE, as it reports itself.
  void be_kde(BareSession session) {
    desktop_ = "KDE";
    compositor_ = std::make_unique<BareCompositor>(
        path("wayland-7"),
        std::vector<std::string>{"wl_seat", "wl_output", "zxdg_output_manager_v1"},
        std::move(session));
  }
  // Starts the portal and the bridge. Returns what it reports first.
  BridgeEvent start(std::uint32_t version, std::vector<MockConsent> consents) {
    bridge_.reset();
    portal_.reset();
    portal_ = std::make_unique<MockPortal>(bus(), version, std::move(consents), screen_->node());
    return start_bridge();
  }
  BridgeEvent start_bridge() {
    ChildCommand command{std::string(kBinDir) + "/portal_bridge", {}, {}, ""};
    command.environment = {{"HOME", path("home")},
                           {"XDG_STATE_HOME", path("state")},
                           {"XDG_CURRENT_DESKTOP", desktop_}};
    command.end_patience = std::chrono::seconds(10);
    bridge_ = std::make_unique<WatchedProgram>(command);
    BridgeSetup setup;
    setup.socket = path("s");
    setup.wayland = "wayland-7";  // if there is none, the layouts are not known
    bridge_->write_line(to_json(setup));
    return next_event();
  }
  BridgeEvent next_event() { return next_event_of(*bridge_); }
  std::unique_ptr<BridgeConnection> connect() const {
    auto opened = BridgeConnection::open("bridge:portal:" + path("s"));
    EXPECT_TRUE(opened.ok());
    return opened.ok() ? std::move(opened).value() : nullptr;
  }

  std::string path(const std::string& name) const { return folder_->path() + "/" + name; }
  std::string token() const {
    return read_file(path("state/franz/portal_token")).ok()
               ? read_file(path("state/franz/portal_token")).value()
               : "(none)";
  }
  MockPortal& portal() { return *portal_; }
  MockScreen& screen() { return *screen_; }
  WatchedProgram& bridge() { return *bridge_; }

 private:
  std::string bus() const { return "unix:path=" + path("bus"); }
  void run(const std::string& program, const std::vector<std::string>& arguments,
           const std::string& socket) {
    programs_.push_back(std::make_unique<WatchedProgram>(
        ChildCommand{"/usr/bin/env",
                     [&] {
                       std::vector<std::string> words{program};
                       words.insert(words.end(), arguments.begin(), arguments.end());
                       return words;
                     }(),
                     {},
                     ""}));
    if (socket.empty()) return;
    EXPECT_TRUE(wait_until([&] { return std::filesystem::exists(path(socket)); })) << program;
  }

  std::unique_ptr<TemporaryFolder> folder_;
  std::string desktop_;
  std::unique_ptr<BareCompositor> compositor_;
  std::vector<std::unique_ptr<WatchedProgram>> programs_;
  std::unique_ptr<MockScreen> screen_;
  std::unique_ptr<MockPortal> portal_;
  std::unique_ptr<WatchedProgram> bridge_;
};

using Kind = BridgeEvent::Kind;

const std::string kAskedWithoutMemory =
    "CreateSession\nSelectDevices types=3\nSelectSources types=1 cursor_mode=1\nStart\n";
// So that a session without devices has a keyboard.
const std::string kFirstKey = "KeyboardKeysym 65505 1\nKeyboardKeysym 65505 0\n";
}  // namespace

TEST(PortalBridge, SendsInput) {
  PortalWorld world;
  const BridgeEvent ready = world.start(1, {{}});
  ASSERT_EQ(ready.kind, Kind::ready) << ready.text << world.bridge().errors();
  EXPECT_EQ(ready.size, (Size{64, 40}));
  {
    const auto bridge = world.connect();
    EXPECT_EQ(
        ask_all(
            *bridge,
            {R"({"do":"move","x":63,"y":0})", R"({"do":"button","button":"left","down":true})",
             R"({"do":"button","button":"left","down":true})", R"({"do":"wheel","direction":"up"})",
             R"({"do":"key","key":"ctrl","down":true})", R"({"do":"key","key":"c","down":true})",
             R"({"do":"can_type","text":"A\n"})", R"({"do":"type","text":"A\n"})"}),
        "ok");
    EXPECT_EQ(ask_all(*bridge, {R"({"do":"can_type","text":"Zürich"})"}),
              "missing: the desktop's keyboard layout: the keyboard has no key for U+00FC, and no "
              "spare one");
    EXPECT_EQ(ask_all(*bridge, {R"({"do":"clipboard","text":"x"})"}),
              "missing: the desktop's portal has no clipboard");
    EXPECT_EQ(ask_all(*bridge, {R"({"do":"windows"})"}),
              "missing: the desktop's portal reports no windows");
  }
  // What the connection held is released when it ends.
  const std::string expected = kAskedWithoutMemory + kFirstKey + R"(PointerMotionAbsolute )" +
                               std::to_string(world.screen().node()) + R"( 31.75 0.25
PointerButton 272 1
PointerAxisDiscrete 0 -1
KeyboardKeysym 65507 1
KeyboardKeysym 99 1
KeyboardKeysym 65 1
KeyboardKeysym 65 0
KeyboardKeysym 65293 1
KeyboardKeysym 65293 0
PointerButton 272 0
KeyboardKeysym 99 0
KeyboardKeysym 65507 0
)";
  EXPECT_TRUE(wait_until([&] { return world.portal().calls() == expected; }))
      << world.portal().calls();
}

TEST(PortalBridge, OnKdePressesTheKeysOfTheLayoutInUse) {
  PortalWorld world;
  world.be_kde({keymap_of("us,de")});
  ASSERT_EQ(world.start(1, {{}}).kind, Kind::ready) << world.bridge().errors();
  world.portal().use_layout(1);
  {
    const auto bridge = world.connect();
    EXPECT_EQ(ask_all(*bridge,
                      {R"({"do":"type","text":"zÄ@"})", R"({"do":"key","key":"y","down":true})"}),
              "ok");
    world.portal().use_layout(0);
    EXPECT_EQ(ask_all(*bridge,
                      {R"({"do":"key","key":"y","down":false})", R"({"do":"type","text":"z\n"})"}),
              "ok");
    EXPECT_EQ(ask_all(*bridge, {R"({"do":"type","text":"zÄ"})"}),
              "missing: the desktop's keyboard layout: the keyboard has no key for U+00C4, and no "
              "spare one");
  }
  std::string expected = kAskedWithoutMemory;
  for (const char* const stroke : {"21 1", "21 0", "42 1", "40 1", "40 0", "42 0", "100 1", "16 1",
                                   "16 0", "100 0", "44 1", "44 0", "44 1", "44 0", "28 1", "28 0"})
    expected += std::string("KeyboardKeycode ") + stroke + "\n";
  EXPECT_EQ(world.portal().calls(), expected);
}

TEST(PortalBridge, OnKdeTypesNothingInALayoutThatIsNotKnown) {
  PortalWorld world;
  world.be_kde({keymap_of("us,de")});
  ASSERT_EQ(world.start(1, {{}}).kind, Kind::ready) << world.bridge().errors();
  world.portal().use_layout({});
  const auto bridge = world.connect();
  for (const char* const request :
       {R"({"do":"can_type","text":"a"})", R"({"do":"type","text":"a"})"})
    EXPECT_EQ(ask_all(*bridge, {request}),
              "missing: the desktop's keyboard layout in use is not known");
  EXPECT_EQ(world.portal().calls(), kAskedWithoutMemory);
}

TEST(PortalBridge, OnKdeReachesThePlacesOfAnEnlargedMonitorAndTurnsTheWheelByNotches) {
  PortalWorld world;
  world.be_kde({keymap_of("us"), 16, 10});
  ASSERT_EQ(world.start(1, {{}}).kind, Kind::ready) << world.bridge().errors();
  const auto bridge = world.connect();
  EXPECT_EQ(
      ask_all(*bridge, {R"({"do":"move","x":63,"y":0})", R"({"do":"wheel","direction":"down"})",
                        R"({"do":"wheel","direction":"left"})"}),
      "ok");
  EXPECT_EQ(world.portal().calls(),
            kAskedWithoutMemory + "PointerMotionAbsolute " + std::to_string(world.screen().node()) +
                " 15.875 0.125\nPointerAxisDiscrete 0 15\nPointerAxisDiscrete 1 -15\n");
}

TEST(PortalBridge, ShowsWhatThePictureIsNow) {
  PortalWorld world;
  const BridgeEvent ready = world.start(1, {{}});
  ASSERT_EQ(ready.kind, Kind::ready) << ready.text << world.bridge().errors();
  const auto bridge = world.connect();
  const auto first_pixel = [&](const Screen& area) {
    std::string pixels;
    const auto answer = bridge->ask({.kind = BridgeRequest::Kind::look, .area = area}, &pixels);
    if (!answer.ok()) return answer.error().message;
    std::string hex;
    for (const char byte : pixels.substr(0, 3))
      for (const int half : {byte >> 4 & 15, byte & 15}) hex += "0123456789abcdef"[half];
    return std::to_string(pixels.size()) + " " + hex;
  };
  EXPECT_EQ(first_pixel({0, 0, 64, 40}), "10240 000000");
  world.screen().show(0x1188FF);
  EXPECT_TRUE(wait_until([&] {
    return first_pixel({62, 39, 2, 1}) == "8 ff8811";
  })) << first_pixel({62, 39, 2, 1});
  EXPECT_EQ(first_pixel({1, 0, 64, 40}), "the area is not within the screen, which has 64x40");
}

TEST(PortalBridge, KeepsTheConsent) {
  PortalWorld world;
  ASSERT_EQ(world.start(2, {{0, 3, "one"}}).kind, Kind::ready);
  EXPECT_EQ(world.token(), "one");
  struct stat about {};
  ASSERT_EQ(::stat(world.path("state/franz/portal_token").c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777U, 0600U);
  EXPECT_NE(world.portal().calls().find("SelectDevices types=3 persist_mode=2\n"),
            std::string::npos)
      << world.portal().calls();
  ASSERT_EQ(world.start(2, {{0, 3, "two"}}).kind, Kind::ready);
  EXPECT_NE(world.portal().calls().find("persist_mode=2 restore_token='one'\n"), std::string::npos)
      << world.portal().calls();
  EXPECT_EQ(world.token(), "two");
  // The person no longer wants it to be remembered.
  ASSERT_EQ(world.start(2, {{}}).kind, Kind::ready);
  EXPECT_EQ(world.token(), "(none)");
}

TEST(PortalBridge, AsksAgainWithoutMouseAndKeyboard) {
  PortalWorld world;
  ASSERT_EQ(world.start(1, {{0, 0, ""}, {}}).kind, Kind::ready);
  EXPECT_TRUE(world.portal().calls().starts_with(kAskedWithoutMemory + kAskedWithoutMemory))
      << world.portal().calls();
  const BridgeEvent refused = world.start(1, {{0, 2, ""}});
  EXPECT_EQ(refused.kind, Kind::refused);
  EXPECT_EQ(refused.text,
            "the desktop shared its screen without mouse and keyboard: start again, and turn on "
            "\"Allow remote interaction\" in its dialog before you share");
  EXPECT_EQ(world.portal().calls(),
            kAskedWithoutMemory + kAskedWithoutMemory + kAskedWithoutMemory);
}

TEST(PortalBridge, SaysWhyItIsRefused) {
  PortalWorld world;
  EXPECT_EQ(world.start(1, {{1, 0, ""}}).text,
            "you refused it in the desktop's dialog; start again to be asked again");
  EXPECT_EQ(world.start(1, {{2, 0, ""}}).text,
            "the desktop ended the request (Start); is its screen locked?");
  const std::string unoffered = world.start(0, {{}}).text;
  EXPECT_NE(unoffered.find("does not offer org.freedesktop.portal.RemoteDesktop: install "
                           "xdg-desktop-portal-gnome"),
            std::string::npos)
      << unoffered;
}

TEST(PortalBridge, WaitsForThePersonAndEndsAtOnce) {
  PortalWorld world;
  const BridgeEvent asking = world.start(1, {{3, 0, ""}});
  EXPECT_EQ(asking.kind, Kind::asking);
  EXPECT_TRUE(asking.text.starts_with("waiting for your consent in the desktop's dialog"))
      << asking.text;
  ::kill(static_cast<pid_t>(world.bridge().pid()), SIGTERM);
  EXPECT_TRUE(wait_until([&] { return world.bridge().has_ended(); }));
}

TEST(PortalBridge, AStoppedSharingIsAPanicAndTheEnd) {
  PortalWorld world;
  ASSERT_EQ(world.start(1, {{}}).kind, Kind::ready);
  world.portal().close_session();
  const BridgeEvent panic = world.next_event();
  EXPECT_EQ(panic.kind, Kind::panic);
  EXPECT_EQ(panic.text, "the sharing was stopped in the desktop");
  EXPECT_EQ(world.next_event().kind, Kind::refused);
  world.bridge().output();
  EXPECT_FALSE(std::filesystem::exists(world.path("s")));
}
}  // namespace franz::executor
