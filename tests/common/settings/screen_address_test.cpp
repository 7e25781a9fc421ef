#include "common/settings/screen_address.h"
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace franz {
TEST(VncAddress, IsReadAndWritten) {
  const std::vector<std::pair<std::string_view, std::string_view>> cases{
      {"vnc://127.0.0.1:5901", "vnc://127.0.0.1:5901"},   {"vnc://box", "vnc://box:5900"},
      {"vnc://my-mac.local/", "vnc://my-mac.local:5900"}, {"vnc://[::1]:5999", "vnc://[::1]:5999"},
      {"vnc://[fe80::2]", "vnc://[fe80::2]:5900"},
  };
  for (const auto& [text, shown] : cases) {
    const Result<VncAddress> address = parse_vnc_address(text);
    ASSERT_TRUE(address.ok()) << text;
    EXPECT_EQ(to_string(address.value()), shown);
  }
}

TEST(VncAddress, RefusesWhatIsNone) {
  for (const std::string_view text :
       {"", "vnc://", "vnc://:5900", "vnc://box:", "vnc://box:0", "vnc://box:65536",
        "vnc://box:59x", "vnc://box:5900/path", "http://box", "vnc://[::1", "vnc://[box]",
        "vnc://a b", "box:5900"})
    EXPECT_FALSE(parse_vnc_address(text).ok()) << text;
}

TEST(VncAddress, RefusesAPasswordByName) {
  const Result<VncAddress> address = parse_vnc_address("vnc://ada:secret@box:5900");
  ASSERT_FALSE(address.ok());
  EXPECT_NE(address.error().message.find("vnc_password_file"), std::string::npos);
  EXPECT_EQ(address.error().message.find("secret"), std::string::npos);
}
}  // namespace franz
