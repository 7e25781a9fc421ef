#include "tests/support/virtual_display.h"
#include <gtest/gtest.h>
#include <filesystem>
#include <system_error>

namespace franz {
TEST(VirtualDisplay, HasTheSizeThatWasAskedForAndLeavesNothingBehind) {
  auto started = VirtualDisplay::start({.size = {640, 360}, .managed = false});
  ASSERT_TRUE(started.ok()) << started.error().message;
  std::unique_ptr<VirtualDisplay> display = std::move(started).value();
  const auto printed = display->run("xdpyinfo", {});
  ASSERT_TRUE(printed.ok()) << printed.error().message;
  EXPECT_NE(printed.value().find("dimensions:    640x360 pixels"), std::string::npos)
      << printed.value();

  const std::string socket = "/tmp/.X11-unix/X" + display->name().substr(1);
  const auto made = std::filesystem::last_write_time(socket);
  display.reset();
  // Another test's server may have taken the free number since, with a socket of its own.
  std::error_code missing;
  const auto there = std::filesystem::last_write_time(socket, missing);
  EXPECT_TRUE(missing || there != made);
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
