// vnc_bridge and its client with real VNC servers.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <set>
#include <sstream>
#include "common/os/files.h"
#include "common/os/temporary_folder.h"
#include "executor/vnc/vnc_client.h"
#include "tests/executor/vnc/vnc_world.h"
#include "tests/support/pressed_input.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_paths.h"
#include "tests/support/wait_until.h"

namespace franz::executor {
namespace {
using EventKind = BridgeEvent::Kind;

BridgeRequest request(const std::string& json) {
  const auto parsed = parse_bridge_request(json);
  EXPECT_TRUE(parsed.ok()) << json;
  return parsed.ok() ? parsed.value() : BridgeRequest{};
}

BridgeRequest text_request(BridgeRequest::Kind kind, const std::string& text) {
  BridgeRequest made;
  made.kind = kind;
  made.text = text;
  return made;
}

// `cat` in a terminal, over which the pointer is: it has the keyboard where no window manager is.
class TypedText {
 public:
  TypedText(std::vector<std::pair<std::string, std::string>> environment,
            BridgeConnection& connection) {
    auto folder = TemporaryFolder::make("typed");
    if (!folder.ok()) return;
    folder_ = std::move(folder).value();
    file_ = folder_->path() + "/typed";
    terminal_ = std::make_unique<LaunchedProgram>(
        "xterm",
        std::vector<std::string>{"-u8", "-geometry", "80x20+0+0", "-e", "/bin/sh", "-c",
                                 "echo >'" + file_ + ".ready'; cat >'" + file_ + "'"},
        std::move(environment));
    ready_ = wait_until([&] { return read_file(file_ + ".ready", 10).ok(); });
    EXPECT_EQ(outcome(connection.ask(request(R"({"do":"move","x":90,"y":90})"))), "ok");
  }
  bool ready() const { return ready_; }
  // The file's text once it is `text`, or after some seconds.
  std::string after(const std::string& text) const {
    return once([&](const std::string& read) { return read == text; });
  }
  std::string once_it_ends_with(const std::string& text) const {
    return once([&](const std::string& read) { return read.ends_with(text); });
  }

 private:
  std::string once(const std::function<bool(const std::string&)>& holds) const {
    std::string read;
    wait_until(
        [&] {
          const auto now = read_file(file_, 1U << 20U);
          if (now.ok()) read = now.value();
          return holds(read);
        },
        std::chrono::seconds(20));
    return read;
  }

  std::unique_ptr<TemporaryFolder> folder_;
  std::string file_;
  std::unique_ptr<LaunchedProgram> terminal_;
  bool ready_ = false;
};

TEST(VncBridge, EveryEncodingGivesTheSamePixels) {
  const Xvnc server;
  ASSERT_NE(server.display(), "");
  server.run("display", {"-window", "root", "-size", "800x600", "plasma:red-blue"});
  std::vector<std::uint32_t> first;
  for (const char* const encoding : {"raw", "hextile", "zrle", "tight"}) {
    const auto client = VncClient::open(setup_for(server.port()), {true, {encoding}});
    ASSERT_TRUE(client.ok()) << encoding << ": " << client.error().text;
    ASSERT_TRUE(client.value()->refresh().ok());
    std::vector<std::uint32_t> pixels;
    for (const std::uint32_t pixel : client.value()->pixels()) pixels.push_back(pixel & 0xFFFFFF);
    if (first.empty()) first = pixels;
    EXPECT_TRUE(pixels == first) << encoding;
  }
  EXPECT_EQ(first.size(), 800U * 600U);
  EXPECT_GT(std::set<std::uint32_t>(first.begin(), first.end()).size(), 1000U);
}

TEST(VncBridge, APictureShowsWhatHappenedBeforeIt) {
  const Xvnc server;
  RunningBridge bridge(server.port());
  ASSERT_EQ(bridge.next_event().kind, EventKind::ready);
  const auto connection = bridge.connect();
  ASSERT_TRUE(connection);
  for (int i = 0; i < 20; ++i) {
    server.run("xsetroot", {"-solid", i % 2 == 0 ? "red" : "blue"});
    std::string pixels;
    ASSERT_EQ(outcome(connection->ask(
                  request(R"({"do":"look","x":10,"y":10,"width":1,"height":1})"), &pixels)),
              "ok");
    EXPECT_EQ(pixels, i % 2 == 0 ? std::string("\0\0\xFF\0", 4) : std::string("\xFF\0\0\0", 4))
        << i;
  }
}

TEST(VncBridge, TypesAndOffersTheClipboard) {
  const Xvnc server;
  RunningBridge bridge(server.port());
  ASSERT_EQ(bridge.next_event().kind, EventKind::ready);
  const auto connection = bridge.connect();
  ASSERT_TRUE(connection);
  const TypedText terminal(server.environment(), *connection);
  ASSERT_TRUE(terminal.ready());
  std::string text = "Zürich, 東京 – Łódź: {[\"quoted\"]} ~|\\ €\n";
  for (int line = 0; line < 30; ++line) text += "The Quick brown Fox; jumps over (the) lazy Dog\n";
  EXPECT_EQ(outcome(connection->ask(text_request(BridgeRequest::Kind::type, text))), "ok");
  EXPECT_EQ(terminal.after(text), text);
  const std::string kept = "Grüße\n東京 🐱";
  EXPECT_EQ(outcome(connection->ask(text_request(BridgeRequest::Kind::clipboard, kept))), "ok");
  const auto unread = connection->ask(request(R"({"do":"pasted"})"));
  EXPECT_TRUE(unread.ok() && !unread.value().taken);
  EXPECT_EQ(server.run("xclip", {"-o", "-selection", "clipboard"}), kept);
  const auto read = connection->ask(request(R"({"do":"pasted"})"));
  EXPECT_TRUE(read.ok() && read.value().taken);
}

TEST(VncBridge, CapitalsComeWithShiftAndLeaveCapsLockOff) {
  const Xvnc server;
  RunningBridge bridge(server.port());
  ASSERT_EQ(bridge.next_event().kind, EventKind::ready);
  const auto connection = bridge.connect();
  const TypedText terminal(server.environment(), *connection);
  ASSERT_TRUE(terminal.ready());
  EXPECT_EQ(outcome(connection->ask(text_request(BridgeRequest::Kind::type, "USA!a\n"))), "ok");
  EXPECT_EQ(terminal.after("USA!a\n"), "USA!a\n");
  const auto lock = [&] {
    const std::string state = server.run("xset", {"q"});
    const std::size_t at = state.find("Caps Lock:");
    return at == std::string::npos ? state
                                   : state.substr(at, std::string("Caps Lock:   off").size());
  };
  EXPECT_EQ(lock(), "Caps Lock:   off");
  // Shift and then a letter, as a hotkey. The letter's key is 28.
  for (const char* const key : {"shift", "t"})
    EXPECT_EQ(outcome(connection->ask(
                  request(std::string(R"({"do":"key","down":true,"key":")") + key + "\"}"))),
              "ok");
  EXPECT_TRUE(wait_until([&] { return what_is_down(server.display()) == "key 28, key 50"; }))
      << what_is_down(server.display());
  EXPECT_EQ(lock(), "Caps Lock:   off");
  for (const char* const key : {"shift", "t"})
    EXPECT_EQ(outcome(connection->ask(
                  request(std::string(R"({"do":"key","down":false,"key":")") + key + "\"}"))),
              "ok");
  EXPECT_TRUE(wait_until([&] { return what_is_down(server.display()) == ""; }))
      << what_is_down(server.display());
}

TEST(VncBridge, X11vncTypesCharactersThatTheLayoutLacks) {
  const X11vnc server;
  const std::string display = server.display();
  ASSERT_NE(display, "");
  RunningBridge bridge(server.port());
  ASSERT_EQ(bridge.next_event().kind, EventKind::ready);
  const auto connection = bridge.connect();
  const TypedText terminal({{"DISPLAY", display}, {"SHELL", "/bin/sh"}}, *connection);
  ASSERT_TRUE(terminal.ready());
  const std::string text = "Zürich, 東京 – Łódź: {[\"quoted\"]} ~|\\ €\n";
  EXPECT_EQ(outcome(connection->ask(text_request(BridgeRequest::Kind::type, text))), "ok");
  EXPECT_EQ(terminal.after(text), text);
  EXPECT_EQ(outcome(connection->ask(request(R"({"do":"key","key":"shift","down":true})"))), "ok");
  EXPECT_TRUE(wait_until([&] { return what_is_down(display) != ""; }));
  EXPECT_EQ(outcome(connection->ask(request(R"({"do":"release"})"))), "ok");
  EXPECT_TRUE(wait_until([&] { return what_is_down(display) == ""; })) << what_is_down(display);
}

TEST(VncBridge, LimitsItsMemoryAndWritesNoCoreFile) {
  const Xvnc server;
  RunningBridge bridge(server.port());
  ASSERT_EQ(bridge.next_event().kind, EventKind::ready);
  const auto limit = [&](auto resource) {
    rlimit now{};
    EXPECT_EQ(::prlimit(static_cast<pid_t>(bridge.pid()), resource, nullptr, &now), 0);
    return now.rlim_max;
  };
  EXPECT_EQ(limit(RLIMIT_CORE), 0U);
  if (!kSanitized) {
    EXPECT_LE(limit(RLIMIT_AS), rlim_t{3} << 30U);
  }
}

TEST(VncBridge, FollowsTheSizeOfTheScreen) {
  const Xvnc server;
  RunningBridge bridge(server.port());
  ASSERT_EQ(bridge.next_event().size, (Size{800, 600}));
  const auto connection = bridge.connect();
  for (const Size size : {Size{1024, 768}, Size{640, 480}, Size{1920, 1080}}) {
    server.run("xrandr", {"-s", size_text(size)});
    server.run("xsetroot", {"-solid", "red"});
    std::string pixels;
    BridgeAnswer answer;
    // The server announces its new size after xrandr has ended.
    EXPECT_TRUE(wait_until([&] {
      const auto asked = connection->ask(
          request(R"({"do":"look","x":639,"y":479,"width":1,"height":1})"), &pixels);
      if (asked.ok()) answer = asked.value();
      return answer.size == size;
    })) << size_text(answer.size);
    EXPECT_EQ(pixels, std::string("\0\0\xFF\0", 4));
  }
}

TEST(VncBridge, EndsWithItsInputAndRemovesItsSocket) {
  const Xvnc server;
  const auto folder = TemporaryFolder::make("bridge");
  ASSERT_TRUE(folder.ok());
  BridgeSetup setup = setup_for(server.port());
  setup.socket = folder.value()->path() + "/s";
  const ChildOutcome ended = run_child({std::string(kBinDir) + "/vnc_bridge", {}, {}, ""},
                                       to_json(setup) + "\n", std::chrono::seconds(30));
  EXPECT_TRUE(ended.end.ok()) << describe(ended.end, std::chrono::seconds(30)) << ended.errors;
  EXPECT_EQ(ended.output,
            "{\"event\":\"ready\",\"width\":800,\"height\":600,\"server\":\"franz test\","
            "\"security\":\"no password, not encrypted\"}\n");
  EXPECT_FALSE(std::filesystem::exists(setup.socket));
}

TEST(VncBridge, ReleasesWhatAConnectionPressed) {
  const Xvnc server;
  RunningBridge bridge(server.port());
  ASSERT_EQ(bridge.next_event().kind, EventKind::ready);
  auto connection = bridge.connect();
  EXPECT_EQ(outcome(connection->ask(request(R"({"do":"key","key":"ctrl","down":true})"))), "ok");
  EXPECT_EQ(outcome(connection->ask(request(R"({"do":"button","button":"left","down":true})"))),
            "ok");
  ASSERT_TRUE(wait_until([&] { return what_is_down(server.display()) == "button 1, key 37"; }))
      << what_is_down(server.display());
  connection.reset();
  EXPECT_TRUE(wait_until([&] { return what_is_down(server.display()) == ""; }))
      << what_is_down(server.display());
}

std::string numbered_line(int number) {
  const std::string digits = std::to_string(number);
  return std::string(4 - digits.size(), '0') + digits + "\n";
}

// Each line once at most, in their order. A cut may leave the beginning of one.
void expect_nothing_repeated(std::string typed, int cuts) {
  const std::string f9 = "\x1B[20~";
  for (std::size_t at = 0; (at = typed.find(f9)) != std::string::npos;) typed.erase(at, f9.size());
  int last = -1, torn = 0;
  for (std::istringstream lines(typed); !lines.eof();) {
    std::string line;
    std::getline(lines, line);
    if (line.empty()) continue;
    if (line.size() != 4) ++torn;
    const std::string digits = line.size() < 4 ? line : line.substr(line.size() - 4);
    const int number = std::atoi(digits.c_str());
    EXPECT_TRUE(line.size() < 4 || number > last) << line << " after " << last;
    if (line.size() >= 4) last = number;
  }
  EXPECT_LE(torn, cuts) << typed;
}

// Presses, drags and types over a terminal until each cut. `display`: of the server at `port`.
void cut_twenty_times(const std::string& display, std::uint16_t port) {
  constexpr int kCuts = 20;
  const std::vector<std::pair<std::string, std::string>> environment{{"DISPLAY", display},
                                                                     {"SHELL", "/bin/sh"}};
  // A key that waits for its release must not type on its own.
  run_child({"/usr/bin/env", {"xset", "r", "off"}, environment, ""}, "", std::chrono::seconds(20));
  TcpRelay relay(port);
  RunningBridge bridge(relay.port());
  ASSERT_EQ(bridge.next_event().kind, EventKind::ready);
  const auto connection = bridge.connect();
  const TypedText terminal(environment, *connection);
  ASSERT_TRUE(terminal.ready());
  std::mt19937 random(46);
  int line = 0;
  for (int round = 0; round < kCuts; ++round) {
    SCOPED_TRACE(round);
    std::atomic<bool> pressed = false, working = true;
    std::vector<std::string> outcomes;
    std::thread person([&] {
      const auto ask = [&](const BridgeRequest& each) {
        outcomes.push_back(outcome(connection->ask(each)));
      };
      // A key that changes no digit.
      ask(request(R"({"do":"key","key":"f9","down":true})"));
      ask(request(R"({"do":"button","button":"left","down":true})"));
      // From here on no button or key is held, however late this thread is.
      pressed = true;
      while (working) {
        BridgeRequest move;
        move.kind = BridgeRequest::Kind::move;
        move.at = {static_cast<int>(outcomes.size() % 300), 60};
        ask(move);
        if (round % 2 == 0) ask(text_request(BridgeRequest::Kind::type, numbered_line(line++)));
      }
    });
    EXPECT_TRUE(wait_until([&] { return pressed.load(); }));
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 60'000));
    relay.cut();
    EXPECT_EQ(bridge.next_event().kind, EventKind::lost);
    working = false;
    person.join();
    EXPECT_EQ(bridge.next_event().kind, EventKind::back);
    EXPECT_TRUE(wait_until([&] { return what_is_down(display) == ""; })) << what_is_down(display);
    for (const std::string& each : outcomes)
      EXPECT_TRUE(each == "ok" || each.starts_with("lost: ") || each.starts_with("unfinished: "))
          << each;
    EXPECT_LE(std::ranges::count_if(
                  outcomes, [](const auto& each) { return each.starts_with("unfinished: "); }),
              1);
    EXPECT_EQ(outcome(connection->ask(request(R"({"do":"release"})"))), "ok");
  }
  const std::string last = numbered_line(9999);
  EXPECT_EQ(outcome(connection->ask(request(R"({"do":"move","x":90,"y":90})"))), "ok");
  EXPECT_EQ(outcome(connection->ask(text_request(BridgeRequest::Kind::type, "\n" + last))), "ok");
  expect_nothing_repeated(terminal.once_it_ends_with(last), kCuts);
}

TEST(VncBridge, TwentyCutsOfTheConnectionLeaveNothingDown) {
  const Xvnc server;
  cut_twenty_times(server.display(), server.port());
}

// Unlike Xvnc it releases nothing of a client that goes.
TEST(VncBridge, TwentyCutsOfTheConnectionToX11vncLeaveNothingDown) {
  const X11vnc server;
  ASSERT_NE(server.display(), "");
  cut_twenty_times(server.display(), server.port());
}

TEST(VncBridge, ABridgeThatIsStartedAgainReleasesWhatTheKilledOneHeld) {
  const Xvnc server;
  BridgeSetup setup;
  {
    RunningBridge killed(server.port());
    ASSERT_EQ(killed.next_event().kind, EventKind::ready);
    const auto connection = killed.connect();
    EXPECT_EQ(outcome(connection->ask(request(R"({"do":"key","key":"ctrl","down":true})"))), "ok");
    EXPECT_EQ(outcome(connection->ask(request(R"({"do":"button","button":"left","down":true})"))),
              "ok");
    ASSERT_TRUE(wait_until([&] { return what_is_down(server.display()) == "button 1, key 37"; }));
    ::kill(static_cast<pid_t>(killed.pid()), SIGKILL);
  }
  setup.again = true;
  RunningBridge again(server.port(), setup);
  EXPECT_EQ(again.next_event().kind, EventKind::back);
  EXPECT_TRUE(wait_until([&] { return what_is_down(server.display()) == ""; }))
      << what_is_down(server.display());
}

TEST(VncBridge, AServerThatStallsIsLostAndFoundAgain) {
  const Xvnc server;
  TcpRelay relay(server.port());
  RunningBridge bridge(relay.port());
  ASSERT_EQ(bridge.next_event().kind, EventKind::ready);
  const auto connection = bridge.connect();
  relay.stall(true);
  EXPECT_EQ(outcome(connection->ask(request(R"({"do":"look","x":0,"y":0,"width":1,"height":1})"))),
            "failed: the VNC server 127.0.0.1:" + std::to_string(relay.port()) +
                " sent no picture for 8 s");
  EXPECT_EQ(bridge.next_event().kind, EventKind::lost);
  relay.stall(false);
  EXPECT_EQ(bridge.next_event().kind, EventKind::back);
}

TEST(VncBridge, NamesAServerThatDoesNotAnswer) {
  const std::uint16_t port = 1;  // tcpmux, which no program serves
  RunningBridge bridge(port);
  const BridgeEvent event = bridge.next_event();
  EXPECT_EQ(event.kind, EventKind::refused);
  EXPECT_EQ(event.text, "cannot connect to the VNC server 127.0.0.1:" + std::to_string(port) +
                            ": Connection refused");
}
}  // namespace
}  // namespace franz::executor
