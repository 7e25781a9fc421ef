// Runs in a Wayland session: a headless sway, with a form as a native window.
#include <gtest/gtest.h>
#include <httplib.h>
#include "tests/executor/wayland/wayland_world.h"
#include "tests/process/killing.h"
#include "tests/process/local_server.h"
#include "tests/process/processes.h"
#include "tests/process/recorded_run.h"
#include "tests/process/running_proxy.h"
#include "tests/process/shown_form.h"

namespace franz {
namespace {
using executor::SwaySession;
using executor::WatchedProgram;

class WaylandPanic : public testing::Test {
 protected:
  WaylandPanic()
      : sway_(
            "output HEADLESS-1 resolution 1280x720\n"
            "for_window [app_id=\"zenity\"] floating enable") {}

  // The environment of a person who starts FRANZ in that session.
  std::vector<std::pair<std::string, std::string>> session() const {
    return {{"XDG_RUNTIME_DIR", sway_.folder()}, {"WAYLAND_DISPLAY", "wayland-1"}, {"DISPLAY", ""}};
  }

  SwaySession sway_;
  RunningDemo demo_;
};

class WaylandRun : public WaylandPanic, public testing::WithParamInterface<std::string> {};

// The requests that press these keys and release them.
std::vector<std::string> strokes(const std::vector<std::string>& keys) {
  std::vector<std::string> requests;
  for (const char* const down : {"true", "false"})
    for (const std::string& key : keys)
      requests.push_back(R"({"do":"key","key":")" + key + R"(","down":)" + down + "}");
  return requests;
}
}  // namespace

TEST_P(WaylandRun, FillsInAForm) {
  ASSERT_TRUE(sway_.started());
  WatchedProgram form(sway_.command("zenity", {"--forms", "--title=Order", "--text=A form",
                                               "--add-entry=Name", "--add-entry=Town"}));
  RunningProxy proxy(
      {"--upstream", demo_.url, "--profile", GetParam(), "--screen", "own", "--yes", kObjective},
      session());
  EXPECT_EQ(form.output(), kFilled + "\n") << proxy.output() << proxy.errors();
  const std::string folder = proxy.run_folder();
  const std::vector<long long> processes = descendants(proxy.pid());
  press_ctrl_c(proxy.pid());
  ASSERT_TRUE(proxy.wait_for_end());
  EXPECT_TRUE(are_gone(processes));
  const ProgramResult checked = verify(folder);
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
}

// The person's keyboard is another bridge.
TEST_F(WaylandPanic, ThePanicKeyPausesTheRunUntilItIsResumed) {
  executor::WaylandBridge keyboard(sway_.socket());
  ASSERT_EQ(keyboard.next_event().kind, BridgeEvent::Kind::ready);
  const auto keys = keyboard.connect();
  ASSERT_NE(keys, nullptr);
  WatchedProgram form(sway_.command("zenity", {"--forms", "--title=Order", "--text=A form",
                                               "--add-entry=Name", "--add-entry=Town"}));
  std::vector<std::pair<std::string, std::string>> variables = session();
  variables.emplace_back("FRANZ_SAFETY_COUNTDOWN_S", "3600");
  RunningProxy proxy({"--upstream", demo_.url, "--profile", "pilot", "--screen", "own", kObjective},
                     variables);
  EXPECT_NE(proxy.wait_for("ctrl+alt+pause stops all input at once"), "") << proxy.errors();
  EXPECT_NE(proxy.wait_for("paused: the run begins on"), "") << proxy.output();
  EXPECT_EQ(executor::ask_all(*keys, strokes({"ctrl", "alt", "pause"})), "ok");
  EXPECT_NE(proxy.wait_for("paused: panic: the key"), "") << proxy.output();
  httplib::Client page("http://" + proxy.address("dashboard"));
  const auto run = page.Get("/api/run");
  ASSERT_TRUE(run);
  EXPECT_NE(run->body.find(R"("cause":"panic")"), std::string::npos) << run->body;
  EXPECT_EQ(executor::ask_all(*keys, strokes({"ctrl", "alt", "shift", "pause"})), "ok");
  EXPECT_EQ(form.output(), kFilled + "\n") << proxy.output() << proxy.errors();
  press_ctrl_c(proxy.pid());
  ASSERT_TRUE(proxy.wait_for_end());
  EXPECT_FALSE(sway_.tell("unbindsym --locked --inhibited Control+Mod1+Pause")) << "still bound";
}

TEST_F(WaylandPanic, TheModelCannotPressThePanicKey) {
  // In each turn.
  static const std::string kReply =
      R"({"model":"m","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant",)"
      R"("content":"```python\npyautogui.hotkey('ctrl', 'alt', 'pause')\n```"}}]})";
  const LocalServer model([](httplib::Server& server) {
    serve_no_models(server);
    server.Post("/v1/chat/completions", [](const httplib::Request&, httplib::Response& answer) {
      answer.set_content(kReply, "application/json");
    });
  });
  std::vector<std::pair<std::string, std::string>> variables = session();
  variables.emplace_back("FRANZ_SAFETY_APPROVE", "never");
  RunningProxy proxy({"--upstream", model.url(), "--profile", "pyautogui", "--screen", "own",
                      "--yes", "--turns", "2", "Press keys"},
                     variables);
  EXPECT_NE(proxy.wait_for("turn   2"), "") << proxy.output() << proxy.errors();
  press_ctrl_c(proxy.pid());
  ASSERT_TRUE(proxy.wait_for_end());
  EXPECT_EQ(proxy.output().find("panic: "), std::string::npos) << proxy.output();
  const std::string record = read_of(proxy.run_folder(), "turn_0002.json");
  EXPECT_NE(record.find("these keys are the person's"), std::string::npos) << record;
}

INSTANTIATE_TEST_SUITE_P(Some, WaylandRun, testing::Values("pilot", "toolcall", "qwen"),
                         [](const auto& row) { return row.param; });
}  // namespace franz
