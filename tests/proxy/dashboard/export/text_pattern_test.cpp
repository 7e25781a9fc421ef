#include "proxy/dashboard/export/text_pattern.h"
#include <gtest/gtest.h>

namespace franz::proxy {
namespace {
TEST(TextPattern, RemovesEachMatchAndReportsWhatIsWrong) {
  const auto made = TextPattern::make("[0-9]{4}|\xc3\xa9");
  if (!made.ok()) {
    EXPECT_EQ(made.error().message,
              "this build has no RE2: export with a build for Linux, or use --redact");
    return;
  }
  EXPECT_EQ(made.value()->removed_from("1234 12345 caf\xc3\xa9 123"),
            "[removed] [removed]5 caf[removed] 123");
  EXPECT_EQ(made.value()->removed_from(std::string("a\xff\0b", 4)), std::string("a\xff\0b", 4));
  EXPECT_EQ(TextPattern::make("a(b").error().message,
            "missing ): a(b: the syntax is https://github.com/google/re2/wiki/Syntax");
  EXPECT_EQ(TextPattern::make("a*").error().message,
            "it matches the empty text, so it would change every text");
  EXPECT_FALSE(TextPattern::make("(?=a)").ok()) << "RE2 has no look-ahead";
}
}  // namespace
}  // namespace franz::proxy
