#include "tests/support/virtual_display.h"
#include <gtest/gtest.h>
#include <filesystem>
#include <fstream>

namespace franz {
TEST(VirtualDisplay, HasTheSizeThatWasAskedForAndLeavesNothingBehind) {
  auto started = VirtualDisplay::start({.size = {640, 360}, .managed = false});
  ASSERT_TRUE(started.ok()) << started.error().message;
  std::unique_ptr<VirtualDisplay> display = std::move(started).value();
  const auto printed = display->run("xdpyinfo", {});
  ASSERT_TRUE(printed.ok()) << printed.error().message;
  EXPECT_NE(printed.value().find("dimensions:    640x360 pixels"), std::string::npos)
      << printed.value();

  const std::string number = display->name().substr(1);
  const std::string socket = "/tmp/.X11-unix/X" + number, lock = "/tmp/.X" + number + "-lock";
  EXPECT_TRUE(std::filesystem::exists(socket));
  const long long pid = display->server_pid();
  const auto owner = [&lock] {
    long long named = 0;  // there is no lock file
    std::ifstream(lock) >> named;
    return named;
  };
  EXPECT_EQ(owner(), pid);
  display.reset();
  // Another test's server may have taken the free number since.
  const bool has_socket = std::filesystem::exists(socket);
  EXPECT_NE(owner(), pid);
  EXPECT_TRUE(!has_socket || std::filesystem::exists(lock));
}

TEST(VirtualDisplay, ManagesWindowsFromTheStart) {
  const auto display = VirtualDisplay::start({.size = {640, 360}});
  ASSERT_TRUE(display.ok()) << display.error().message;
  const auto printed = display.value()->run("xprop", {"-root", "_NET_SUPPORTING_WM_CHECK"});
  ASSERT_TRUE(printed.ok()) << printed.error().message;
  EXPECT_NE(printed.value().find("window id"), std::string::npos) << printed.value();
}

TEST(VirtualDisplay, ReportsWhyAServerDidNotStart) {
  const auto display = VirtualDisplay::start({.size = {640, 360}, .depth = 23});
  ASSERT_FALSE(display.ok());
  EXPECT_TRUE(display.error().message.starts_with("Xvfb: did not start: "))
      << display.error().message;
}
}  // namespace franz
