#include "common/desktop/xauthority.h"
#include <gtest/gtest.h>

namespace franz {
TEST(Xauthority, IsOneCookieForEveryDisplay) {
  using namespace std::string_literals;
  EXPECT_EQ(xauthority_file("0123456789abcdef"),
            "\xFF\xFF\0\0\0\0\0\x12MIT-MAGIC-COOKIE-1\0\x10"s + "0123456789abcdef");
}
}  // namespace franz
