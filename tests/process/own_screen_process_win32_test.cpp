// A whole run on the screen of Windows, with the calibration card as its task.
#include <gtest/gtest.h>
#include "common/os/files.h"
#include "tests/process/running_proxy.h"

namespace franz {
namespace {
using Variables = std::vector<std::pair<std::string, std::string>>;

constexpr const char* kNoWindow = "there is no status window";

// Nothing lies over a target, and nothing is waited for.
Variables on_own_screen() {
  Variables all{{"FRANZ_SURFACE_KIND", "desktop"},
                {"FRANZ_SURFACE_DISPLAY", "own"},
                {"FRANZ_AGENT_LOOP_DELAY_MS", "0"}};
  for (const char* const key : {"MARKS_CLASSIC", "MARKS_CURSOR", "MARKS_BADGE", "OVERLAYS_GRID",
                                "OVERLAYS_CROSSHAIR", "OVERLAYS_INSET", "OVERLAYS_BANNER"})
    all.emplace_back(std::string("FRANZ_") + key, "off");
  return all;
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
    const auto end = proxy.wait_for_end();
    ASSERT_TRUE(end) << proxy.output();
    EXPECT_EQ(end->code, 0) << proxy.output() << proxy.errors();
    const std::string told = card.output();
    EXPECT_NE(told.find("{\"finished\":true}"), std::string::npos) << told << proxy.output();
    EXPECT_EQ(told.find("\"target\":null"), std::string::npos) << told;
    const std::string all = verdicts(proxy.run_folder());
    EXPECT_TRUE(all.starts_with("first ok")) << all;
    // Under Wine, which cannot keep it out of pictures, once; the run went on.
    const Result<std::string> log = read_file(join_path(proxy.run_folder(), "proxy.log"));
    ASSERT_TRUE(log.ok()) << log.error().message;
    EXPECT_EQ(log.value().find(kNoWindow), log.value().rfind(kNoWindow)) << log.value();
    RunningProgram verify("proxy", {"verify", proxy.run_folder()});
    const auto verified = verify.wait_for_end();
    EXPECT_TRUE(verified && verified->ok()) << verify.output() << verify.errors();
  }
}

TEST(OwnScreenOfWindows, ItBeginsWithACountdown) {
  RunningProxy proxy({"--upstream", "demo", "--profile", "pilot", "Click every target."},
                     on_own_screen());
  EXPECT_NE(proxy.wait_for("the run begins on your screen"), "");
}
}  // namespace franz
