// Whole runs on the screen of Windows, with the calibration card as their task.
#include <gtest/gtest.h>
#include <httplib.h>
#include <optional>
#include "common/os/files.h"
#include "common/wire/message_fields.h"
#include "tests/process/running_proxy.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
using Variables = std::vector<std::pair<std::string, std::string>>;

constexpr const char* kNoWindow = "there is no status window";

// No marks cover a target, and there is no delay between turns.
Variables on_own_screen() {
  Variables all{{"FRANZ_SURFACE_KIND", "desktop"},
                {"FRANZ_SURFACE_DISPLAY", "own"},
                {"FRANZ_AGENT_LOOP_DELAY_MS", "0"}};
  for (const char* const key : {"MARKS_CLASSIC", "MARKS_CURSOR", "MARKS_BADGE", "OVERLAYS_GRID",
                                "OVERLAYS_CROSSHAIR", "OVERLAYS_INSET", "OVERLAYS_BANNER"})
    all.emplace_back(std::string("FRANZ_") + key, "off");
  return all;
}

// State and cause of the loop as the page shows them: "paused takeover", "thinking".
std::string loop(RunningProxy& proxy) {
  httplib::Client client("http://" + proxy.address("dashboard"));
  const auto answer = client.Get("/api/run");
  if (!answer) return "no answer";
  Result<MessageFields> run = MessageFields::parse(answer->body);
  if (!run.ok()) return run.error().message;
  const auto cause = run.value().optional_text("/cause");
  return run.value().optional_text("/loop").value_or("none") + (cause ? " " + *cause : "");
}
}  // namespace

TEST(OwnScreenOfWindows, AModelClicksEveryTargetAndTheRunIsSound) {
  for (const std::string profile : {"pilot", "toolcall"}) {
    RunningProgram card("calibration_card",
                        {"--area", "800x500+100+100", "--random", "0", "--linger-s", "60"});
    ASSERT_NE(card.wait_for("\"targets\""), "");
    RunningProxy proxy({"--upstream", "demo", "--profile", profile, "--yes", "--turns", "40",
                        "Click every target."},
                       on_own_screen());
    std::optional<ChildEnd> end;  // Wine takes a while to start the programs of a turn
    for (int i = 0; i < 3 && !end; ++i) end = proxy.wait_for_end();
    ASSERT_TRUE(end) << proxy.output();
    EXPECT_EQ(end->code, 0) << proxy.output() << proxy.errors();
    const std::string printed = card.output();
    EXPECT_NE(printed.find("{\"finished\":true}"), std::string::npos) << printed << proxy.output();
    EXPECT_EQ(printed.find("\"target\":null"), std::string::npos) << printed;
    const std::string all = verdicts(proxy.run_folder());
    EXPECT_TRUE(all.starts_with("first ok")) << all;
    // Under Wine, which cannot keep the window out of pictures, it is logged once and the run goes
    // on.
    const Result<std::string> log = read_file(join_path(proxy.run_folder(), "proxy.log"));
    ASSERT_TRUE(log.ok()) << log.error().message;
    EXPECT_EQ(log.value().find(kNoWindow), log.value().rfind(kNoWindow)) << log.value();
    RunningProgram verify("proxy", {"verify", proxy.run_folder()});
    const auto verified = verify.wait_for_end();
    EXPECT_TRUE(verified && verified->ok()) << verify.output() << verify.errors();
  }
}

TEST(OwnScreenOfWindows, APersonTakesOverAndResumesTheRun) {
  RunningProgram card("calibration_card",
                      {"--area", "800x500+100+100", "--random", "12", "--linger-s", "60"});
  ASSERT_NE(card.wait_for("\"targets\""), "");
  RunningProxy proxy({"--upstream", "demo", "--profile", "pilot", "--yes", "Click every target."},
                     on_own_screen());
  ASSERT_NE(card.wait_for("\"click\":1,"), "");
  // Only input while the run acts is a takeover, so the person moves the mouse until it is one.
  const auto end = std::chrono::steady_clock::now() + kLongEnough;
  std::string state;
  for (int i = 0; state != "paused takeover" && std::chrono::steady_clock::now() < end; ++i) {
    const std::string place = std::to_string(950 + i % 9) + ",700";
    const ChildOutcome moved = run_child(
        {kWin32Person, {"move", place, "wait", "10", "move", "940,720"}, {}, ""}, "", kLongEnough);
    ASSERT_TRUE(moved.end.ok()) << moved.errors;
    state = loop(proxy);
  }
  ASSERT_EQ(state, "paused takeover");
  EXPECT_EQ(card.output().find("finished"), std::string::npos);
  httplib::Client client("http://" + proxy.address("dashboard"));
  const auto answer = client.Post("/api/control", {{"X-Franz-Control", "1"}},
                                  R"({"command":"resume"})", "application/json");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 200) << answer->body;
  EXPECT_NE(card.wait_for("{\"finished\":true}"), "") << proxy.output();
}

TEST(OwnScreenOfWindows, ItBeginsWithACountdown) {
  RunningProxy proxy({"--upstream", "demo", "--profile", "pilot", "Click every target."},
                     on_own_screen());
  EXPECT_NE(proxy.wait_for("the run begins on your screen"), "");
}
}  // namespace franz
