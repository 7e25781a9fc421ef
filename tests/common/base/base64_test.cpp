#include "common/base/base64.h"
#include <gtest/gtest.h>

namespace franz {
TEST(Base64, FollowsRfc4648) {
  const std::pair<std::string, std::string> cases[] = {
      {"", ""},
      {"f", "Zg=="},
      {"fo", "Zm8="},
      {"foo", "Zm9v"},
      {"foob", "Zm9vYg=="},
      {"fooba", "Zm9vYmE="},
      {"foobar", "Zm9vYmFy"},
      {std::string("\0\xff\xfe", 3), "AP/+"},
  };
  for (const auto& [bytes, text] : cases) {
    EXPECT_EQ(base64_encode(bytes), text);
    EXPECT_EQ(base64_decode(text).value(), bytes) << "for " << text;
  }
}

TEST(Base64, RefusesWhatTheStandardRefuses) {
  const std::pair<std::string, std::string> cases[] = {
      {"Zg=", "base64: the length is not a multiple of four"},
      {"Zm9v\nZm8", "base64: a wrong character at position 4"},
      {"Zg==Zg==", "base64: a wrong character at position 2"},
      {"Z===", "base64: a wrong character at position 1"},
      {"Zh==", "base64: bits are set after the last byte"},
      {"Zm-_", "base64: a wrong character at position 2"},
  };
  for (const auto& [text, expected] : cases) {
    const auto bytes = base64_decode(text);
    EXPECT_EQ(bytes.ok() ? "accepted" : bytes.error().message, expected) << "for " << text;
  }
}
}  // namespace franz
