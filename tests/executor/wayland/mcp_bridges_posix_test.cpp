// mcp_server with the bridges of sway and VNC.
#include <gtest/gtest.h>
#include <atomic>
#include "tests/executor/mcp/mcp_client.h"
#include "tests/executor/wayland/wayland_world.h"
#include "tests/support/raw_server.h"
#include "tests/support/wait_until.h"

namespace franz::executor {
namespace {
void press_all(BridgeConnection& keyboard, const std::vector<std::string>& keys) {
  for (const bool down : {true, false})
    for (const std::string& key : keys) {
      const BridgeRequest request{.kind = BridgeRequest::Kind::key, .name = key, .down = down};
      EXPECT_EQ(outcome(keyboard.ask(request)), "ok");
    }
}
}  // namespace

// Another bridge is the person's keyboard.
TEST(McpBridges, ThePanicKeyStopsTheClientUntilItIsPressedWithShift) {
  SwaySession sway;
  WaylandBridge keyboard(sway.socket());
  ASSERT_EQ(keyboard.next_event().kind, BridgeEvent::Kind::ready);
  const auto keys = keyboard.connect();
  ASSERT_NE(keys, nullptr);
  mcp::McpClient client(
      {"--screen", "own", "--approve", "never"},
      {{"XDG_RUNTIME_DIR", sway.folder()}, {"WAYLAND_DISPLAY", "wayland-1"}, {"DISPLAY", ""}});
  // Presses a key until the outcome is the expected one: the server may not have been reported the
  // person's keys yet.
  std::string answer;
  const auto presses = [&](const std::string& expected) {
    return wait_until([&] {
      answer = client.call("press_key", R"({"window_id":1,"key":"a"})");
      return answer.find(expected) != answer.npos;
    });
  };
  EXPECT_TRUE(presses(R"("outcome":"done")")) << answer;
  const int waiting = client.begin("wait_for_change", R"({"window_id":1,"timeout_s":60})");
  EXPECT_NE(client.next_progress(waiting), "");
  press_all(*keys, {"ctrl", "alt", "pause"});
  const std::string cut = client.answer(waiting);
  EXPECT_NE(cut.find(R"("isError":true)"), cut.npos) << cut;
  EXPECT_TRUE(
      presses("the person at the screen stopped all input (the key): nothing is done until they "
              "press Ctrl+Alt+Shift+Pause at the screen"))
      << answer;
  const std::string picture = client.call("take_window_screenshot", R"({"window_id":1})");
  EXPECT_NE(picture.find("image/png"), picture.npos) << picture;
  press_all(*keys, {"ctrl", "alt", "shift", "pause"});
  EXPECT_TRUE(presses(R"("outcome":"done")")) << answer;
  client.end_input();
  EXPECT_TRUE(wait_until([&] { return client.server().has_ended(); }));
  EXPECT_FALSE(sway.tell("unbindsym --locked --inhibited Control+Mod1+Pause")) << "still bound";
}

TEST(McpBridges, EndAtOnceWithTheInputWhileTheServerOfTheScreenIsSilent) {
  std::atomic<bool> came = false, went = false;
  const RawServer silent([&](Conversation& viewer, int) {
    came = true;
    viewer.wait_for_client_to_go();
    went = true;
  });
  mcp::McpClient client({"--screen", "vnc://127.0.0.1:" + std::to_string(silent.port())}, {});
  EXPECT_TRUE(wait_until([&] { return came.load(); }));
  client.end_input();
  EXPECT_TRUE(wait_until([&] { return client.server().has_ended(); }));
  EXPECT_TRUE(wait_until([&] { return went.load(); }));
  EXPECT_EQ(client.server().errors().find("after 30 s"), std::string::npos)
      << client.server().errors();
  EXPECT_EQ(client.temporary_files(), "");
}
}  // namespace franz::executor
