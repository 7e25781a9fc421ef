// The demo model fills in a form in one window, with the keyboard allowed.
#include <gtest/gtest.h>
#include "tests/process/processes.h"
#include "tests/process/recorded_run.h"
#include "tests/process/running_proxy.h"

namespace franz {
TEST(WindowRun, FillsInAFormIfItMayType) {
  RunningProxy proxy(
      {"--upstream", "demo", "--profile", "window", "--window", "Order", "--turns", "25",
       "Fill in the form: Name = Grace Hopper; Town = Zürich", "--", "sh", "-c",
       "zenity --forms --title=Order --text='A form' --add-entry=Name --add-entry=Town\n"
       "sleep 0.5; echo saved"},
      {{"FRANZ_TOOLS_TYPE", "on"}});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end) << proxy.output() << proxy.errors();
  EXPECT_EQ(end->code, 0) << proxy.output() << proxy.errors();
  EXPECT_NE(proxy.output().find("sh: Grace Hopper|Zürich"), std::string::npos)
      << proxy.output() << proxy.errors();
  // The program's output after the last click belongs to the run.
  EXPECT_NE(proxy.output().find("sh: saved"), std::string::npos) << proxy.output();
  EXPECT_NE(proxy.output().find("done: "), std::string::npos) << proxy.output();
  const ProgramResult checked = verify(proxy.run_folder());
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
}
}  // namespace franz
