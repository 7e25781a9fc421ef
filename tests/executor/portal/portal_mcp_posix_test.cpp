// mcp_server in a session whose desktop asks its person for consent first.
#include <gtest/gtest.h>
#include <signal.h>
#include "tests/executor/mcp/mcp_client.h"
#include "tests/executor/portal/portal_world.h"
#include "tests/executor/wayland/bare_compositor.h"
#include "tests/support/wait_until.h"

namespace franz::executor {
namespace {
constexpr const char* kWaits = "waiting for your consent in the desktop's dialog";
constexpr const char* kLook = R"({"window_id":1})";
constexpr MockConsent kPersonIsAway{.code = 3};

class PortalMcp : public testing::Test {
 protected:
  PortalMcp() : compositor_(world_.path("wayland-7"), {"wl_seat"}) {}

  void start(const MockConsent& consent) {
    world_.start_portal(1, {consent});
    client_ = std::make_unique<mcp::McpClient>(
        std::vector<std::string>{"--screen", "own", "--approve", "never"},
        std::vector<std::pair<std::string, std::string>>{
            {"WAYLAND_DISPLAY", world_.path("wayland-7")}, {"DISPLAY", ""}});
  }
  // The call's next progress that reports what the person should do.
  std::string wait_for_asking(int call) {
    std::string line;
    do line = client_->next_progress(call);
    while (!line.empty() && line.find(kWaits) == line.npos);
    return line;
  }
  // Whether server and bridge have ended, and left nothing.
  void expect_end() {
    EXPECT_TRUE(wait_until([&] { return client_->server().has_ended(); }));
    EXPECT_TRUE(wait_until([&] { return !world_.portal().has_client(); }));
    EXPECT_EQ(client_->temporary_files(), "");
  }

  PortalWorld world_;
  BareCompositor compositor_;  // without the protocols of wlroots: so the portal is used
  std::unique_ptr<mcp::McpClient> client_;
};
}  // namespace

TEST_F(PortalMcp, AnswersWhileThePersonIsAskedAndThenShowsTheScreen) {
  start(kPersonIsAway);
  const std::string tools = client_->answer(client_->request("tools/list", "{}"));
  EXPECT_NE(tools.find(R"("name":"click")"), tools.npos) << tools;
  EXPECT_EQ(tools.find(R"("name":"focus_window")"), tools.npos) << tools;
  const int call = client_->begin("take_window_screenshot", kLook);
  EXPECT_NE(wait_for_asking(call), "");
  EXPECT_NE(client_->answer(client_->request("ping", "{}")), "");
  EXPECT_NE(wait_for_asking(call), "") << "it is not reported again";
  world_.portal().decide(0);
  const std::string picture = client_->answer(call);
  EXPECT_NE(picture.find(R"("width":64,"height":40)"), picture.npos) << picture;
  EXPECT_NE(picture.find("image/png"), picture.npos) << picture;
}

TEST_F(PortalMcp, SaysWhyThereIsNoScreen) {
  start(kPersonIsAway);
  const int call = client_->begin("list_windows", "{}");
  EXPECT_NE(wait_for_asking(call), "");
  world_.portal().decide(1);
  const std::string refusal =
      "you refused it in the desktop's dialog; start again to be asked again; or start mcp_server "
      "with --private";
  const std::string answer = client_->answer(call);
  EXPECT_NE(answer.find(refusal), answer.npos) << answer;
  const std::string next = client_->call("press_key", R"({"window_id":1,"key":"a"})");
  EXPECT_NE(next.find(refusal), next.npos) << next;
}

TEST_F(PortalMcp, ACancelledCallDoesNotWait) {
  start(kPersonIsAway);
  const int cancelled = client_->begin("take_window_screenshot", kLook);
  EXPECT_NE(wait_for_asking(cancelled), "");
  client_->notify("notifications/cancelled", R"({"requestId":)" + std::to_string(cancelled) + "}");
  const int call = client_->begin("list_windows", "{}");
  EXPECT_NE(wait_for_asking(call), "") << "the next call did not begin";
  world_.portal().decide(0);
  const std::string answer = client_->answer(call);
  EXPECT_NE(answer.find("the whole screen"), answer.npos) << answer;
  const std::string all = client_->server().printed();
  EXPECT_EQ(all.find(R"("id":)" + std::to_string(cancelled) + ","), all.npos) << all;
}

TEST_F(PortalMcp, EndsAtOnceWithTheInputWhileThePersonIsAsked) {
  start(kPersonIsAway);
  EXPECT_TRUE(wait_until([&] { return world_.portal().calls().ends_with("Start\n"); }));
  client_->end_input();
  expect_end();
}

TEST_F(PortalMcp, EndsAtOnceByCtrlCAndSaysWhatItWaitedFor) {
  start(kPersonIsAway);
  const int call = client_->begin("list_windows", "{}");
  EXPECT_NE(wait_for_asking(call), "");
  ::kill(static_cast<pid_t>(client_->server().pid()), SIGINT);
  const std::string answer = client_->answer(call);
  EXPECT_NE(answer.find(kWaits), answer.npos) << answer;
  expect_end();
}

TEST_F(PortalMcp, AStoppedSharingStopsTheClient) {
  start({});
  const std::string key = R"({"window_id":1,"key":"a"})";
  std::string pressed = client_->call("press_key", key);
  EXPECT_NE(pressed.find(R"("outcome":"done")"), pressed.npos) << pressed;
  world_.portal().close_session();
  EXPECT_TRUE(wait_until([&] {
    pressed = client_->call("press_key", key);
    return pressed.find(
               "the person at the screen stopped all input (the sharing was stopped in "
               "the desktop): nothing is done until they press Resume") != pressed.npos;
  })) << pressed;
}
}  // namespace franz::executor
