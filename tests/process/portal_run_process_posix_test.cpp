// A run on a desktop whose portal of the test asks the person.
#include <gtest/gtest.h>
#include "tests/executor/portal/portal_world.h"
#include "tests/executor/wayland/bare_compositor.h"
#include "tests/support/test_paths.h"

namespace franz {
TEST(PortalRun, SaysWhatThePersonMustDoWhileItWaits) {
  executor::PortalWorld world;
  const executor::BareCompositor compositor(world.path("wayland-1"), {"wl_seat"});
  world.start_portal(1, {{3, 0, ""}});
  ChildCommand command{std::string(kBinDir) + "/proxy",
                       {"--upstream", "demo", "--profile", "pilot", "--screen", "own", "--yes",
                        "--listen", "127.0.0.1:0", "--dashboard", "127.0.0.1:0", "--runs",
                        world.path("runs"), "Fill in the form"},
                       {{"WAYLAND_DISPLAY", "wayland-1"}},
                       kSourceDir};
  command.withheld = {"DISPLAY"};
  executor::WatchedProgram proxy(command);
  const std::string asked = proxy.next_line("waiting for your consent in the desktop's dialog");
  EXPECT_FALSE(asked.empty()) << proxy.printed() << proxy.errors();
}
}  // namespace franz
