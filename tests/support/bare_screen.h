#pragma once
// Include after all our headers: Xlib defines common words as macros.
#include <X11/Xlib.h>
#include <gtest/gtest.h>
#include <memory>
#include <utility>
#include "tests/support/virtual_display.h"

#undef Status

namespace franz {
// A screen without a window manager, and a program's connection to it.
class BareScreenTest : public testing::Test {
 protected:
  void SetUp() override {
    auto display = VirtualDisplay::start({.size = {320, 200}, .managed = false});
    ASSERT_TRUE(display.ok()) << display.error().message;
    display_ = std::move(display).value();
    program_ = XOpenDisplay(display_->name().c_str());
    ASSERT_NE(program_, nullptr);
  }
  void TearDown() override {
    if (program_ != nullptr) XCloseDisplay(program_);
  }

  std::unique_ptr<VirtualDisplay> display_;
  Display* program_ = nullptr;
};
}  // namespace franz
