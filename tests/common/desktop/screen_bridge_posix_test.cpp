// A bridge program is kept running, and what it reports arrives in order. Shell scripts stand in
// for the program: they do what a FIFO says.
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <condition_variable>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <optional>
#include "common/desktop/bridge_connection.h"
#include "common/desktop/bridge_setup_app.h"
#include "common/desktop/bridge_start_app.h"
#include "common/desktop/screen_bridge_app.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/os/posix_support.h"
#include "common/os/temporary_folder.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
constexpr const char* kReady =
    R"(echo '{"event":"ready","width":640,"height":400,"server":"box","security":"none"}')";

// A folder of its own for each test, with a blank in its path.
class BridgeFolder {
 public:
  BridgeFolder() : path_(join_path(kTestOut, "bridge " + random_hex(8))) {
    EXPECT_TRUE(make_folders(path_).ok());
  }
  ~BridgeFolder() { EXPECT_TRUE(remove_folder(path_).ok()); }
  std::string path(const std::string& name) const { return join_path(path_, name); }

  // A program that reads the setup and then does `lines`, in this folder.
  ScreenBridgeOptions program(const std::string& lines) const {
    const std::string file = path("fake bridge");
    std::ofstream(file) << "#!/bin/sh\ncd \"${0%/*}\"\nread -r setup\n" << lines << "\n";
    EXPECT_EQ(::chmod(file.c_str(), 0700), 0);
    ScreenBridgeOptions options;
    options.program = file;
    options.setup.host = "127.0.0.1";
    options.setup.port = 5901;
    options.setup.password = "pass-of-test";
    return options;
  }
  void make_fifo(const char* name) const { EXPECT_EQ(::mkfifo(path(name).c_str(), 0600), 0); }
  // Lets the program's `read < NAME` return.
  void signal(const char* name) const { std::ofstream(path(name)) << "go\n"; }

 private:
  std::string path_;
};

// What a bridge reported, one line each.
class Reports {
 public:
  ScreenBridgeEvents events() {
    return {[this](const std::string& text) { add("lost: " + text); },
            [this] { add("back"); },
            [this](const ControlCommand& command) {
              const bool is_panic = command.kind == ControlCommand::Kind::panic;
              add(is_panic ? "panic: " + command.text : "resume");
            },
            {},
            [this](const std::string& none, const std::string& bound) {
              add("panic key now: " + none + "|" + bound);
            }};
  }
  // The first `count` of them.
  std::string wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::minutes(1), [&] { return lines_.size() >= count; });
    std::string all;
    for (const std::string& line : lines_) all += line + "\n";
    return all;
  }

 private:
  void add(const std::string& line) {
    const std::lock_guard lock(mutex_);
    lines_.push_back(line);
    changed_.notify_all();
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> lines_;
};
}  // namespace

TEST(ScreenBridge, ConnectsAndReportsLossesInOrder) {
  const BridgeFolder folder;
  folder.make_fifo("cut");
  Reports reports;
  std::string socket;
  {
    auto bridge = ScreenBridge::start(
        folder.program(std::string("printf '%s' \"$setup\" > setup\nenv > environment\n") + kReady +
                       R"(
read -r go < cut
echo '{"event":"panic","text":"the key"}'
echo '{"event":"resume"}'
echo '{"event":"lost","text":"it closed"}'
echo '{"event":"lost","text":"it closed"}'
echo '{"event":"panic","text":"the key"}'
echo '{"event":"back","width":800,"height":600,"server":"box","security":"none","no_panic_key":"you refused"}'
cat)"),
        reports.events());
    ASSERT_TRUE(bridge.ok()) << bridge.error().message;
    const ScreenBridge& screen = *bridge.value();
    EXPECT_EQ(screen.size(), (Size{640, 400}));
    EXPECT_EQ(screen.server() + "|" + screen.security(), "box|none");
    ASSERT_TRUE(screen.name().starts_with("bridge:vnc:/")) << screen.name();
    socket = screen.name().substr(std::string("bridge:vnc:").size());
    folder.signal("cut");
    EXPECT_EQ(reports.wait_for(6),
              "panic: the key\nresume\nlost: it closed\npanic: the key\nback\n"
              "panic key now: you refused|\n");
    EXPECT_EQ(screen.size(), (Size{800, 600}));
    EXPECT_NE(screen_trouble(screen.name()), "");  // the script serves no socket
  }
  const Result<std::string> received = read_file(folder.path("setup"));
  ASSERT_TRUE(received.ok());
  const Result<BridgeSetup> setup = parse_bridge_setup(received.value());
  ASSERT_TRUE(setup.ok());
  EXPECT_EQ(setup.value().password, "pass-of-test");
  EXPECT_EQ(setup.value().socket, socket);
  const Result<std::string> environment = read_file(folder.path("environment"));
  ASSERT_TRUE(environment.ok());
  EXPECT_EQ(environment.value().find("pass-of-test"), std::string::npos);
  EXPECT_FALSE(folder_exists(socket.substr(0, socket.rfind('/'))));
}

TEST(ScreenBridge, StartsAKilledProgramAgain) {
  const BridgeFolder folder;
  folder.make_fifo("crash");
  Reports reports;
  // A socket's file stays after SIGKILL, and its path cannot be used again.
  auto bridge = ScreenBridge::start(folder.program(R"(socket=${setup#*'"socket":"'}
socket=${socket%%'"'*}
if [ -e "$socket" ]; then echo 'address in use' >&2; exit 1; fi
: > "$socket"
if [ -e second ]; then
  if [ -e third ]; then )" + std::string(kReady) + R"(; cat; fi
  touch third
  echo '{"event":"refused","text":"nothing listens there"}'
  exit 1
fi
touch second
)" + kReady + R"(
read -r go < crash
echo 'a defect' >&2
kill -KILL $$)"),
                                    reports.events());
  ASSERT_TRUE(bridge.ok()) << bridge.error().message;
  folder.signal("crash");
  const std::string all = reports.wait_for(3);
  EXPECT_TRUE(all.starts_with("lost: ")) << all;
  EXPECT_NE(all.find("ended by signal 9: a defect\nlost: nothing listens there\nback\n"),
            std::string::npos)
      << all;
}

TEST(ScreenBridge, ARefusalAfterALossIsFinal) {
  const BridgeFolder folder;
  folder.make_fifo("cut");
  Reports reports;
  const auto bridge = ScreenBridge::start(folder.program(std::string(kReady) + R"(
read -r go < cut
echo '{"event":"lost","text":"it closed"}'
echo '{"event":"refused","text":"the password is wrong"}')"),
                                          reports.events());
  ASSERT_TRUE(bridge.ok()) << bridge.error().message;
  EXPECT_EQ(screen_trouble(bridge.value()->name()).find("wrong"), std::string::npos);
  folder.signal("cut");
  EXPECT_EQ(reports.wait_for(2),
            "lost: it closed\nlost: the password is wrong; FRANZ does not try again\n");
  EXPECT_EQ(screen_trouble(bridge.value()->name()),
            "the password is wrong; FRANZ does not try again: correct this, end the run, and "
            "continue it with --resume");
}

TEST(BridgeConnection, ABridgeThatHangsIsNotWaitedForForEver) {
  const auto folder = TemporaryFolder::make("silent");
  ASSERT_TRUE(folder.ok()) << folder.error().message;
  const std::string path = join_path(folder.value()->path(), "s");
  const Descriptor listening(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(::bind(listening.number(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  ASSERT_EQ(::listen(listening.number(), 1), 0);
  const auto bridge = BridgeConnection::open("bridge:vnc:" + path, 20);
  ASSERT_TRUE(bridge.ok()) << bridge.error().message;
  const auto answer = bridge.value()->ask({.kind = BridgeRequest::Kind::size});
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().message, "the screen bridge does not answer");
  EXPECT_EQ(answer.error().code, ErrorCode::unfinished);
}

TEST(ScreenBridge, AStartThatFailsSaysWhy) {
  const struct {
    const char* lines;
    const char* said;
  } rows[] = {
      {R"(echo '{"event":"refused","text":"the VNC server refused the password"}'; exit 1)",
       "the VNC server refused the password"},
      {"echo 'no memory' >&2; exit 4", "ended with exit code 4: no memory"},
      {"echo nonsense; exit 0", "ended with exit code 0"},
  };
  for (const auto& row : rows) {
    const BridgeFolder folder;
    Reports reports;
    const auto bridge = ScreenBridge::start(folder.program(row.lines), reports.events());
    ASSERT_FALSE(bridge.ok());
    EXPECT_NE(bridge.error().message.find(row.said), std::string::npos) << bridge.error().message;
    EXPECT_EQ(reports.wait_for(0), "");
  }
}

TEST(ScreenBridge, APanicKeyThatAPersonSetMustWork) {
  const struct {
    const char* source;  // empty: a default
    const char* answer;  // a member of `ready`
    const char* said;    // the last message, or the failure
  } rows[] = {
      {"", R"("no_panic_key":"")", "ctrl+alt+pause stops all input at once"},
      {"[safety] panic_key = ctrl+alt+pause (config.ini:3)", R"("no_panic_key":"")",
       "ctrl+alt+pause stops all input at once"},
      {"[safety] panic_key = ctrl+alt+pause (config.ini:3)", R"("panic_key":"Meta+F9")",
       "the panic key is bound as \"Meta+F9\" (asked for: ctrl+alt+pause); it stops all input at "
       "once"},
      {"", R"("no_panic_key":"not sway")",
       "there is no panic key on wayland-1: not sway; stop a run with Ctrl-C or the page's red "
       "button"},
      {"[safety] panic_key = ctrl+alt+pause (config.ini:3)", R"("no_panic_key":"not sway")",
       "[safety] panic_key = ctrl+alt+pause (config.ini:3): not sway; leave it out; stop a run "
       "with Ctrl-C or the page's red button"},
  };
  for (const auto& [source, answer, said] : rows) {
    const BridgeFolder folder;
    ScreenBridgeOptions options = folder.program(
        R"(echo '{"event":"ready","width":640,"height":400,"server":"s","security":"",)" +
        std::string(answer) + "}'\ncat");
    options.setup.wayland = "wayland-1";
    options.setup.panic_key = "ctrl+alt+pause";
    options.panic_key_source = source;
    std::string last;
    BridgeStartPorts ports;
    ports.say = [&](bool, const std::string& text) { last = text; };
    const auto bridge = start_screen_bridge(options, ports);
    EXPECT_EQ(bridge.ok() ? last : bridge.error().message, said);
  }
}

TEST(ScreenBridge, ReportsWhatItAsksAPersonFor) {
  const BridgeFolder folder;
  folder.make_fifo("crash");
  Reports reports;
  std::string asked;
  ScreenBridgeEvents events = reports.events();
  events.asking = [&](const std::string& text) { asked += text + "\n"; };
  const auto bridge =
      ScreenBridge::start(folder.program(std::string(R"(echo '{"event":"asking","text":"allow it"}'
if [ -e second ]; then echo '{"event":"refused","text":"you refused it"}'; exit 1; fi
touch second
sleep 0.3
)") + kReady + R"(
read -r go < crash)"),
                          events);
  ASSERT_TRUE(bridge.ok()) << bridge.error().message;
  EXPECT_EQ(asked, "allow it\n");
  folder.signal("crash");
  const std::string all = reports.wait_for(3);
  EXPECT_NE(all.find("lost: allow it\nlost: you refused it; FRANZ does not try again\n"),
            std::string::npos)
      << all;
  EXPECT_EQ(asked, "allow it\n");
}

TEST(ScreenBridge, AStopEndsTheStart) {
  const BridgeFolder folder;
  Reports reports;
  const auto bridge = ScreenBridge::start(folder.program("touch started; cat"), reports.events(),
                                          [&] { return file_exists(folder.path("started")); });
  ASSERT_FALSE(bridge.ok());
  EXPECT_EQ(bridge.error().message, "stopped before there was a connection");
}

TEST(ScreenBridge, AMissingProgramIsNamedWithItsPackage) {
  ScreenBridgeOptions options;
  options.program = "/nowhere/vnc_bridge";
  const auto bridge = ScreenBridge::start(options, {});
  ASSERT_FALSE(bridge.ok());
  EXPECT_NE(bridge.error().message.find("and build again"), std::string::npos);
}

TEST(BridgeSetup, ComesFromTheSettings) {
  const BridgeFolder folder;
  const std::string file = folder.path("password");
  const struct {
    const char* text;
    mode_t mode;
    const char* expected;  // user:password, or a part of the message
  } rows[] = {
      {"secret12\n", 0600, ":secret12"},
      {"secret12", 0400, ":secret12"},
      {"ann\r\nsecret12\r\n", 0600, "ann:secret12"},
      {"", 0600, "expected a line with the password"},
      {"ann\n\n", 0600, "expected a line with the password"},
      {"a\nb\nc\n", 0600, "expected a line with the password"},
      {"secret12\n", 0640, "other users may access it"},
      {"secret12\n", 0604, "chmod 600 "},
  };
  for (const auto& row : rows) {
    ASSERT_TRUE(remove_file(file).ok());
    std::ofstream(file) << row.text;
    ASSERT_EQ(::chmod(file.c_str(), row.mode), 0);
    SurfaceSettings surface;
    surface.kind = "desktop";
    surface.display = "vnc://10.0.0.5";
    surface.vnc_password_file = file;
    const auto options = bridge_options(surface, {});
    const std::string got = options.ok()
                                ? options.value().setup.user + ":" + options.value().setup.password
                                : options.error().message;
    if (options.ok()) {
      EXPECT_EQ(got, row.expected);
      EXPECT_EQ(screen_address(options.value().setup), "vnc://10.0.0.5:5900");
    } else {
      EXPECT_TRUE(got.starts_with("[surface] vnc_password_file: " + file)) << got;
      EXPECT_NE(got.find(row.expected), std::string::npos) << got;
      EXPECT_EQ(got.find("secret12"), std::string::npos) << got;
    }
  }
}

TEST(BridgeSetup, AWaylandSessionWithoutANameIsRefused) {
  SurfaceSettings surface;
  surface.kind = "desktop";
  surface.display = "own";
  DisplayFacts facts;
  facts.wayland = true;
  const auto options = bridge_options(surface, facts);
  ASSERT_FALSE(options.ok());
  EXPECT_EQ(options.error().message,
            "[surface] display = own: this is a Wayland session, but WAYLAND_DISPLAY is not set");
}

TEST(BridgeSetup, ASessionWithoutTheProtocolsNeedsItsPortal) {
  const struct {
    const char* display;
    bool portal;
    const char* expected;  // program, kind of screen, session
  } rows[] = {
      {"own", false, "wayland_bridge wayland wayland-0"},
      {"own", true, "portal_bridge portal wayland-0"},
      // The portal is that of the session bus, which may belong to another session.
      {"wayland-1", true, "wayland_bridge wayland wayland-1"},
  };
  for (const auto& row : rows) {
    SurfaceSettings surface;
    surface.kind = "desktop";
    surface.display = row.display;
    DisplayFacts facts;
    facts.wayland = true;
    facts.own_wayland = "wayland-0";
    facts.portal = row.portal;
    const auto options = bridge_options(surface, facts);
    ASSERT_TRUE(options.ok()) << options.error().message;
    EXPECT_EQ(options.value().program + " " + options.value().screen + " " +
                  options.value().setup.wayland,
              row.expected);
  }
}

TEST(BridgeSetup, IsForScreensOverAConnection) {
  const struct {
    const char* kind;
    const char* display;
    bool wayland, expected;
  } rows[] = {
      {"desktop", "vnc://box", false, true},  {"desktop", "wayland-1", false, true},
      {"desktop", "own", true, true},         {"desktop", "own", false, false},
      {"desktop", "private", true, false},    {"desktop", ":5", true, false},
      {"sandbox", "vnc://box", false, false},
  };
  for (const auto& row : rows) {
    SurfaceSettings surface;
    surface.kind = row.kind;
    surface.display = row.display;
    DisplayFacts facts;
    facts.wayland = row.wayland;
    EXPECT_EQ(needs_bridge(surface, facts), row.expected) << row.display;
  }
}
}  // namespace franz
