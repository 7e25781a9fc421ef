// vnc_bridge and its client with real VNC servers.
#include <gtest/gtest.h>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include "common/os/files.h"
#include "common/os/temporary_folder.h"
#include "executor/vnc/vnc_client.h"
#include "tests/executor/vnc/vnc_world.h"
#include "tests/proxy/relay/certificates.h"
#include "tests/support/pressed_input.h"
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
    std::string read;
    wait_until(
        [&] {
          const auto now = read_file(file_, 1U << 20U);
          if (now.ok()) read = now.value();
          return read == text;
        },
        std::chrono::seconds(20));
    return read;
  }

 private:
  std::unique_ptr<TemporaryFolder> folder_;
  std::string file_;
  std::unique_ptr<LaunchedProgram> terminal_;
  bool ready_ = false;
};

BridgeSetup setup_for(std::uint16_t port) {
  BridgeSetup setup;
  setup.host = "127.0.0.1";
  setup.port = port;
  return setup;
}

std::string opened(const BridgeSetup& setup, bool is_local) {
  const auto client = VncClient::open(setup, {is_local, {"raw"}});
  if (!client.ok()) return client.error().text;
  return "ok: " + security_text(client.value()->security());
}

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

TEST(VncBridge, X11vncTypesCharactersThatTheLayoutLacks) {
  LaunchedProgram screen("Xvfb",
                         {"-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp"});
  const std::string display = ":" + screen.first_line();
  LaunchedProgram server("x11vnc", {"-display", display, "-localhost", "-autoport", "20000",
                                    "-forever", "-shared", "-nopw", "-quiet"});
  const std::string port = server.first_line();  // "PORT=20000", when it listens
  ASSERT_TRUE(port.starts_with("PORT=")) << port << server.errors();
  RunningBridge bridge(static_cast<std::uint16_t>(std::stoi(port.substr(5))));
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

TEST(VncBridge, TwentyCutsOfTheConnectionLeaveNothingDown) {
  const Xvnc server;
  TcpRelay relay(server.port());
  RunningBridge bridge(relay.port());
  ASSERT_EQ(bridge.next_event().kind, EventKind::ready);
  const auto connection = bridge.connect();
  std::mt19937 random(46);
  for (int round = 0; round < 20; ++round) {
    SCOPED_TRACE(round);
    std::atomic<bool> pressed = false, dragging = true;
    std::vector<std::string> outcomes;
    std::thread person([&] {
      const auto ask = [&](const BridgeRequest& each) {
        outcomes.push_back(outcome(connection->ask(each)));
      };
      ask(request(R"({"do":"key","key":"shift","down":true})"));
      ask(request(R"({"do":"button","button":"left","down":true})"));
      // From here on nothing is pressed that may stay down, however late this thread is.
      pressed = true;
      for (int step = 0; dragging; ++step) {
        BridgeRequest move;
        move.kind = BridgeRequest::Kind::move;
        move.at = {step % 700, 300};
        ask(move);
        if (step % 7 == 0) ask(text_request(BridgeRequest::Kind::type, "ab"));
      }
    });
    EXPECT_TRUE(wait_until([&] { return pressed.load(); }));
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 30'000));
    relay.cut();
    EXPECT_EQ(bridge.next_event().kind, EventKind::lost);
    dragging = false;
    person.join();
    EXPECT_EQ(bridge.next_event().kind, EventKind::back);
    EXPECT_TRUE(wait_until([&] { return what_is_down(server.display()) == ""; }))
        << what_is_down(server.display());
    for (const std::string& each : outcomes)
      EXPECT_TRUE(each == "ok" || each.starts_with("lost: ") || each.starts_with("unfinished: "))
          << each;
    EXPECT_LE(std::ranges::count_if(
                  outcomes, [](const auto& each) { return each.starts_with("unfinished: "); }),
              1);
    EXPECT_EQ(outcome(connection->ask(request(R"({"do":"size"})"))), "ok");
  }
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
  const std::uint16_t port = 1;  // tcpmux, which nobody serves
  RunningBridge bridge(port);
  const BridgeEvent event = bridge.next_event();
  EXPECT_EQ(event.kind, EventKind::refused);
  EXPECT_EQ(event.text, "cannot connect to the VNC server 127.0.0.1:" + std::to_string(port) +
                            ": Connection refused");
}

TEST(VncSecurityOfServers, APasswordIsNeededAndChecked) {
  const auto folder = TemporaryFolder::make("password");
  ASSERT_TRUE(folder.ok());
  const std::string file = folder.value()->path() + "/p";
  ASSERT_TRUE(run_child({"/usr/bin/env", {"x11vnc", "-storepasswd", "secret", file}, {}, ""}, "",
                        std::chrono::seconds(20))
                  .end.ok());
  const Xvnc server({"-SecurityTypes", "VncAuth", "-PasswordFile", file});
  ASSERT_NE(server.display(), "");
  const std::string name = "the VNC server 127.0.0.1:" + std::to_string(server.port());
  BridgeSetup setup = setup_for(server.port());
  EXPECT_EQ(opened(setup, true),
            name + " wants a password: name its file with [surface] vnc_password_file");
  setup.password = "wrong";
  EXPECT_TRUE(opened(setup, true).starts_with(name + " refused the password: "))
      << opened(setup, true);
  setup.password = "secret";
  EXPECT_EQ(opened(setup, true), "ok: VNC password, not encrypted");
  EXPECT_TRUE(opened(setup, false).starts_with(name + " does not prove by a certificate"));
  setup.insecure = true;
  EXPECT_EQ(opened(setup, false), "ok: VNC password, not encrypted");
}

TEST(VncSecurityOfServers, ACertificateIsChecked) {
  const auto folder = TemporaryFolder::make("certificate");
  ASSERT_TRUE(folder.ok());
  const auto file = [&](const std::string& name, const std::string& text) {
    const std::string path = folder.value()->path() + "/" + name;
    std::ofstream(path) << text;
    return path;
  };
  const Authority authority, other;
  const Identity ours = authority.issue({.hosts = {"127.0.0.1"}});
  const Identity elsewhere = authority.issue({.hosts = {"example.org"}});
  const std::string ca = file("ca", authority.certificate()),
                    other_ca = file("other", other.certificate());
  const struct {
    const Identity& identity;
    std::string types, ca, answer;
  } rows[] = {
      {ours, "X509None", ca, "ok: certificate checked, no password"},
      {ours, "X509None", other_ca, "The certificate"},
      {ours, "X509None", "", "The certificate"},
      {ours, "X509None", ca + "x", "the file that [surface] vnc_ca names cannot be read"},
      {elsewhere, "X509None", ca, "The certificate"},
      {ours, "TLSNone", ca, "does not prove by a certificate"},
      {ours, "None", ca, "does not prove by a certificate"},
  };
  for (const auto& row : rows) {
    const Xvnc server({"-SecurityTypes", row.types, "-X509Cert",
                       file("cert", row.identity.certificate), "-X509Key",
                       file("key", row.identity.key)});
    ASSERT_NE(server.display(), "");
    BridgeSetup setup = setup_for(server.port());
    setup.ca = row.ca;
    const std::string answer = opened(setup, false);
    EXPECT_NE(answer.find(row.answer), std::string::npos) << row.types << ": " << answer;
    if (row.types == "TLSNone") {
      setup.insecure = true;
      EXPECT_EQ(opened(setup, false), "ok: encrypted without a certificate, no password");
    }
  }
}
}  // namespace
}  // namespace franz::executor
