#include <gtest/gtest.h>
#include "common/desktop/wayland_offers.h"
#include "common/os/temporary_folder.h"
#include "tests/executor/wayland/bare_compositor.h"

namespace franz::executor {
TEST(WaylandOffers, ASessionWithoutTheProtocolsNeedsAPortal) {
  const struct {
    std::vector<std::string> offered;
    bool expected;
  } rows[] = {
      {{"wl_seat", "zwlr_screencopy_manager_v1", "zwlr_virtual_pointer_manager_v1",
        "zwp_virtual_keyboard_manager_v1"},
       false},
      {{"wl_seat", "zwlr_screencopy_manager_v1", "zwp_virtual_keyboard_manager_v1"}, true},
      {{"wl_seat", "gtk_shell1"}, true},
      {{}, true},
  };
  for (const auto& [offered, expected] : rows) {
    const auto folder = TemporaryFolder::make("sway");
    ASSERT_TRUE(folder.ok());
    const std::string path = folder.value()->path() + "/wayland-1";
    const BareCompositor compositor(path, offered);
    EXPECT_EQ(needs_portal(path), expected);
  }
  EXPECT_FALSE(needs_portal(""));
  EXPECT_FALSE(needs_portal("/nowhere/wayland-1"));
}
}  // namespace franz::executor
