// What a bridge to a VNC server sends and answers, with a client that only keeps the messages.
#include <gtest/gtest.h>
#include <deque>
#include <sstream>
#include "executor/vnc/vnc_screen_app.h"
#include "tests/support/wait_until.h"

namespace franz::executor {
namespace {
using Kind = BridgeRequest::Kind;

struct FakeServer {
  std::ostringstream sent;
  int sends_left = 1'000'000;       // after these the connection is lost
  bool closed = false;              // the server closed the connection
  std::deque<VncFailure> failures;  // of the next attempts to connect
  int connections = 0;
};

class FakeClient : public VncClient {
 public:
  explicit FakeClient(FakeServer& server) : server_(server) {}
  Size size() const override { return {4, 3}; }
  std::span<const std::uint32_t> pixels() const override { return pixels_; }
  std::string name() const override { return "fake"; }
  VncSecurity security() const override { return {1, 0}; }
  VncServerKind kind() const override { return {}; }
  int descriptor() const override { return -1; }
  bool has_buffered() const override { return false; }
  Status receive() override {
    if (server_.closed) return Error{"closed", ErrorCode::lost};
    return Done{};
  }
  Status refresh() override {
    server_.sent << "look ";
    return receive();
  }
  Status send(const VncStroke& stroke) override {
    std::ostringstream text;
    text << (stroke.down ? "+" : "-") << std::hex << stroke.symbol << " ";
    return keep(text.str());
  }
  Status send_pointer(Point at, int buttons) override {
    std::ostringstream text;
    text << "@" << at.x << "," << at.y << "/" << buttons << " ";
    return keep(text.str());
  }
  bool has_unicode_clipboard() const override { return false; }
  Result<bool> wait_for_paste() override { return false; }
  Status send_clipboard(std::string text) override { return keep("clipboard:" + text + " "); }

 private:
  Status keep(const std::string& message) {
    if (server_.sends_left-- <= 0) return Error{"cut", ErrorCode::lost};
    server_.sent << message;
    return Done{};
  }
  FakeServer& server_;
  std::vector<std::uint32_t> pixels_ = std::vector<std::uint32_t>(12, 0x010203);
};

const char* const kLook = R"({"do":"look","x":0,"y":0,"width":4,"height":3})";
const std::string kModifierReleases =
    "-ffe1 -ffe3 -ffe9 -fe03 -ffeb -ffe2 -ffe4 -ffea -ffec -ffe8 ";

class VncScreenTest : public testing::Test {
 protected:
  VncScreenTest()
      : screen_([this] { return open(); },
                [this](const BridgeEvent& event) { events_ += to_json(event) + "\n"; }) {
    screen_.connect();
  }

  Result<std::unique_ptr<VncClient>, VncFailure> open() {
    ++server_.connections;
    if (!server_.failures.empty()) {
      const VncFailure failure = server_.failures.front();
      server_.failures.pop_front();
      return failure;
    }
    server_.closed = false;
    server_.sends_left = 1'000'000;
    return std::unique_ptr<VncClient>(std::make_unique<FakeClient>(server_));
  }
  std::string ask(std::uint64_t connection, const char* json) {
    std::string data;
    const auto request = parse_bridge_request(json);
    if (!request.ok()) return request.error().message;
    const BridgeAnswer answer = screen_.answer(connection, request.value(), data);
    if (answer.ok) return "ok";
    return answer.code == BridgeCode::lost         ? "lost"
           : answer.code == BridgeCode::unfinished ? "unfinished"
           : answer.code == BridgeCode::missing    ? "missing"
                                                   : "failed";
  }
  // What was sent since the last call.
  std::string sent() { return std::exchange(server_.sent, {}).str(); }
  void reconnect() {
    const int before = server_.connections;
    EXPECT_TRUE(wait_until([&] {
      screen_.proceed();
      return server_.connections > before;
    }));
  }

  FakeServer server_;
  std::string events_;
  VncScreen screen_;
};

TEST_F(VncScreenTest, SendsWhatIsAsked) {
  const struct {
    const char* request;
    const char* answer;
    const char* sent;
  } rows[] = {
      {R"({"do":"move","x":2,"y":1})", "ok", "@2,1/0 "},
      {R"({"do":"button","button":"right","down":true})", "ok", "@2,1/4 "},
      {R"({"do":"wheel","direction":"down"})", "ok", "@2,1/20 @2,1/4 "},
      {R"({"do":"button","button":"left","down":true})", "ok", "@2,1/5 "},
      {R"({"do":"move","x":99,"y":-5})", "ok", "@3,0/5 "},
      {R"({"do":"release"})", "ok", "@3,0/0 look "},
      {R"({"do":"release"})", "ok", ""},
      {R"({"do":"key","key":"ctrl","down":true})", "ok", "+ffe3 "},
      {R"({"do":"release"})", "ok", "-ffe3 "},
      {R"({"do":"can_type","text":"a"})", "ok", ""},
      {R"({"do":"can_type","text":"a東"})", "missing", ""},
      {R"({"do":"type","text":"a東"})", "missing", ""},
      {R"({"do":"type","text":"a\n"})", "ok", "+61 -61 +ff0d -ff0d "},
      {R"({"do":"clipboard","text":"ü"})", "ok", "clipboard:\xFC "},
      {R"({"do":"clipboard","text":"東"})", "missing", ""},
      {R"({"do":"pasted"})", "ok", ""},
      {R"({"do":"windows"})", "missing", ""},
      {R"({"do":"activate","window":7})", "missing", ""},
      {R"({"do":"size"})", "ok", ""},
      {kLook, "ok", "look "},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(ask(1, row.request), row.answer) << row.request;
    EXPECT_EQ(sent(), row.sent) << row.request;
  }
}

TEST_F(VncScreenTest, ReleasesWhatAConnectionPressedWhenItEnds) {
  ask(1, R"({"do":"key","key":"ctrl","down":true})");
  ask(2, R"({"do":"key","key":"shift","down":true})");
  ask(1, R"({"do":"button","button":"left","down":true})");
  sent();
  screen_.closed(1);
  EXPECT_EQ(sent(), "-ffe3 @0,0/0 look ");
  screen_.closed(2);
  EXPECT_EQ(sent(), "-ffe1 ");
  screen_.closed(2);
  EXPECT_EQ(sent(), "");
}

TEST_F(VncScreenTest, ReleasesFirstOnANewConnection) {
  ask(1, R"({"do":"move","x":2,"y":2})");
  ask(1, R"({"do":"button","button":"left","down":true})");
  ask(1, R"({"do":"key","key":"w","down":true})");
  EXPECT_EQ(ask(1, kLook), "ok");
  ask(1, R"({"do":"type","text":"q"})");  // its release may be lost
  server_.closed = true;
  EXPECT_EQ(ask(1, R"({"do":"move","x":3,"y":2})"), "lost");
  EXPECT_EQ(ask(1, R"({"do":"size"})"), "lost");
  sent();
  reconnect();
  EXPECT_EQ(sent(), "-71 -57 -77 " + kModifierReleases + "@2,2/1 @2,2/0 look ");
  EXPECT_EQ(ask(1, R"({"do":"move","x":3,"y":2})"), "ok");
  EXPECT_EQ(sent(), "@3,2/0 ");
  EXPECT_EQ(events_,
            "{\"event\":\"ready\",\"width\":4,\"height\":3,\"server\":\"fake\",\"security\":\"no "
            "password, not encrypted\"}\n"
            "{\"event\":\"lost\",\"text\":\"closed\"}\n"
            "{\"event\":\"back\",\"width\":4,\"height\":3,\"server\":\"fake\",\"security\":\"no "
            "password, not encrypted\"}\n");
}

TEST_F(VncScreenTest, AnInputThatWasCutIsUnfinished) {
  server_.sends_left = 3;
  EXPECT_EQ(ask(1, R"({"do":"type","text":"abc"})"), "unfinished");
  EXPECT_EQ(sent(), "+61 -61 +62 ");
  EXPECT_EQ(ask(1, R"({"do":"type","text":"abc"})"), "lost");
  server_.failures = {{"refused once", false}};
  reconnect();
  EXPECT_EQ(ask(1, R"({"do":"size"})"), "lost");
  reconnect();
  EXPECT_EQ(ask(1, R"({"do":"size"})"), "ok");
  EXPECT_TRUE(sent().starts_with("-61 -62 "));
}

TEST_F(VncScreenTest, ReleasesAgainWhatTheServerDidNotConfirm) {
  const struct {
    std::vector<const char*> requests;
    const char* released;
  } rows[] = {
      {{R"({"do":"key","key":"w","down":true})", kLook, R"({"do":"key","key":"w","down":false})"},
       "-57 -77 "},
      {{R"({"do":"key","key":"w","down":true})", R"({"do":"key","key":"w","down":false})", kLook},
       ""},
      {{R"({"do":"key","key":"w","down":true})", kLook}, "-57 -77 "},
      {{R"({"do":"move","x":1,"y":1})", R"({"do":"button","button":"left","down":true})", kLook,
        R"({"do":"button","button":"left","down":false})"},
       "@1,1/1 @1,1/0 "},
      {{R"({"do":"button","button":"left","down":true})",
        R"({"do":"button","button":"left","down":false})", kLook},
       "@1,1/0 "},
      {{R"({"do":"wheel","direction":"up"})"}, "@1,1/8 @1,1/0 "},
      {{R"({"do":"wheel","direction":"up"})", kLook}, "@1,1/0 "},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.released);
    for (const char* const each : row.requests) EXPECT_EQ(ask(1, each), "ok") << each;
    server_.closed = true;
    screen_.proceed();
    sent();
    reconnect();
    std::string released = sent();
    const std::size_t modifiers = released.find(kModifierReleases);
    ASSERT_NE(modifiers, std::string::npos) << released;
    EXPECT_EQ(released.erase(modifiers, kModifierReleases.size()),
              std::string(row.released) + "look ");
    ask(1, R"({"do":"release"})");  // and takes note of the loss
  }
}

TEST_F(VncScreenTest, ReleasesWhatItCouldNotRelease) {
  ask(1, R"({"do":"key","key":"w","down":true})");
  ask(1, R"({"do":"key","key":"q","down":true})");
  EXPECT_EQ(ask(2, kLook), "ok");
  sent();
  server_.sends_left = 0;
  screen_.closed(1);
  reconnect();
  EXPECT_EQ(sent(), "-51 -51 -71 -57 -77 " + kModifierReleases + "look ");
}

TEST_F(VncScreenTest, TellsWhoHeldSomethingOfTheLoss) {
  ask(1, R"({"do":"key","key":"w","down":true})");
  ask(2, R"({"do":"button","button":"left","down":true})");
  server_.closed = true;
  screen_.proceed();
  reconnect();
  sent();
  EXPECT_EQ(ask(3, R"({"do":"move","x":1,"y":1})"), "ok");  // it held nothing
  EXPECT_EQ(ask(1, kLook), "ok");
  EXPECT_EQ(sent(), "@1,1/0 look ");
  EXPECT_EQ(ask(1, R"({"do":"key","key":"w","down":false})"), "unfinished");
  EXPECT_EQ(sent(), "");
  EXPECT_EQ(ask(1, R"({"do":"move","x":2,"y":1})"), "ok");
  EXPECT_EQ(ask(2, R"({"do":"release"})"), "ok");
  EXPECT_EQ(ask(2, R"({"do":"move","x":2,"y":1})"), "ok");
  ask(1, R"({"do":"key","key":"w","down":true})");
  server_.closed = true;
  EXPECT_EQ(ask(1, R"({"do":"key","key":"w","down":false})"), "lost");  // and that tells it
  reconnect();
  EXPECT_EQ(ask(1, R"({"do":"move","x":1,"y":1})"), "ok");
}

TEST_F(VncScreenTest, ABridgeThatIsStartedAgainReleasesFirst) {
  server_ = FakeServer{};
  server_.failures = {{"refused once", false}};
  std::string events;
  VncScreen again([this] { return open(); },
                  [&](const BridgeEvent& event) { events += to_json(event) + "\n"; });
  again.connect_again();
  EXPECT_EQ(again.wait_ms(), 0);
  EXPECT_TRUE(wait_until([&] {
    again.proceed();
    return server_.connections == 2;
  }));
  EXPECT_EQ(sent(), kModifierReleases + "@3,2/0 look ");
  EXPECT_TRUE(events.starts_with("{\"event\":\"back\",\"width\":4,")) << events;
}

TEST_F(VncScreenTest, AFinalFailureEndsTheBridge) {
  server_.closed = true;
  server_.failures = {{"the password changed", true}};
  screen_.proceed();
  reconnect();
  EXPECT_TRUE(screen_.ended());
  EXPECT_TRUE(events_.ends_with("{\"event\":\"refused\",\"text\":\"the password changed\"}\n"));
}
}  // namespace
}  // namespace franz::executor
