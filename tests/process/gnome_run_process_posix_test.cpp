// A run in a headless GNOME Shell, which the person allows.
#include <gtest/gtest.h>
#include "tests/executor/portal/gnome_world.h"
#include "tests/process/killing.h"
#include "tests/process/processes.h"
#include "tests/process/recorded_run.h"
#include "tests/process/running_proxy.h"
#include "tests/process/shown_form.h"
#include "tests/support/test_paths.h"

namespace franz {
using executor::GnomeSession;
using executor::WatchedProgram;

TEST(GnomePortalRun, FillsInAForm) {
  if (const std::string missing = GnomeSession::missing(); !missing.empty())
    GTEST_SKIP() << missing;
  const GnomeSession session({"de"});  // it has the ü
  ASSERT_TRUE(session.started());
  WatchedProgram form(session.command("zenity", {"--forms", "--title=Order", "--text=A form",
                                                 "--add-entry=Name", "--add-entry=Town"}));
  ASSERT_TRUE(session.wait_for_window("Order"));
  const RunningDemo demo;
  ChildCommand command = session.command(
      std::string(kBinDir) + "/proxy",
      {"--upstream", demo.url, "--profile", "pilot", "--screen", "own", "--yes", "--listen",
       "127.0.0.1:0", "--dashboard", "127.0.0.1:0", "--runs", session.folder(), kObjective});
  command.folder = kSourceDir;
  WatchedProgram proxy(command);
  ASSERT_TRUE(session.consent()) << proxy.printed() << proxy.errors();
  EXPECT_EQ(form.output(), kFilled + "\n") << proxy.printed() << proxy.errors();
  constexpr std::string_view kRun = "run        ";
  const std::string line = proxy.next_line(kRun);
  ASSERT_FALSE(line.empty()) << proxy.printed() << proxy.errors();
  const std::vector<long long> processes = descendants(proxy.pid());
  press_ctrl_c(proxy.pid());
  EXPECT_TRUE(are_gone(processes));
  const ProgramResult checked = verify(line.substr(line.find(kRun) + kRun.size()));
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
}
}  // namespace franz
