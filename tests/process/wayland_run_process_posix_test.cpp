// Runs in a Wayland session: a headless sway, with a form as a native window.
#include <gtest/gtest.h>
#include "tests/executor/wayland/wayland_world.h"
#include "tests/process/killing.h"
#include "tests/process/processes.h"
#include "tests/process/recorded_run.h"
#include "tests/process/running_proxy.h"
#include "tests/process/shown_form.h"

namespace franz {
namespace {
using executor::SwaySession;
using executor::WatchedProgram;

class WaylandRun : public testing::TestWithParam<std::string> {
 protected:
  WaylandRun()
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

INSTANTIATE_TEST_SUITE_P(Some, WaylandRun, testing::Values("pilot", "toolcall", "qwen"),
                         [](const auto& row) { return row.param; });
}  // namespace franz
