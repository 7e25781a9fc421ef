// portal_bridge in a headless GNOME Shell, whose person the test plays.
#include <gtest/gtest.h>
#include "tests/executor/portal/gnome_world.h"

namespace franz::executor {
namespace {
class GnomePortal : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string missing = GnomeSession::missing(); !missing.empty())
      GTEST_SKIP() << missing;
  }
};
}  // namespace

TEST_F(GnomePortal, OffersARemoteDesktop) {
  const GnomeSession session;
  ASSERT_TRUE(session.started());
  const std::string version =
      session.output_of("gdbus", {"call", "--session", "--dest=org.freedesktop.portal.Desktop",
                                  "--object-path=/org/freedesktop/portal/desktop",
                                  "--method=org.freedesktop.DBus.Properties.Get",
                                  "org.freedesktop.portal.RemoteDesktop", "version"});
  EXPECT_TRUE(version.starts_with("(<uint32 ")) << version;
}
}  // namespace franz::executor
