#include "common/base/thoughts.h"
#include <gtest/gtest.h>
#include "tests/support/least_time.h"

namespace franz {
namespace {
struct Case {
  const char *token, *dropped, *kept;
};

TEST(Thoughts, AreTakenOutOfAToken) {
  const Case cases[] = {
      {R"("")", R"("")", R"("")"},
      {R"("no \u003c thoughts")", R"("no \u003c thoughts")", R"("no \u003c thoughts")"},
      {R"("<think>a\nb</think>\n\nYes")", R"("Yes")", R"("\n\n\nYes")"},
      {R"("a<think>b</think>c<think>d</think>e")", R"("ace")", R"("ace")"},
      {R"("a<think>b\r\n")", R"("a")", R"("a\r\n")"},
      {R"("a\nb</think>c")", R"("c")", R"("\nc")"},
      {R"("a<think>b</think>c</think>d")", R"("ac</think>d")", R"("ac</think>d")"},
      {R"("<think>a<think>b</think>c")", R"("c")", R"("c")"},
      {R"("\u003cthink\u003ea\u003c\/think\u003Eb")", R"("b")", R"("b")"},
      {R"("\\u003cthink>a")", R"("\\u003cthink>a")", R"("\\u003cthink>a")"},
      {R"("\ud800<think>a</think>\udc00")", R"("\ud800\udc00")", R"("\ud800\udc00")"},
      {R"("<thin")", R"("<thin")", R"("<thin")"},
  };
  for (const Case& each : cases) {
    EXPECT_EQ(without_thoughts(each.token, LineEnds::dropped), each.dropped) << each.token;
    EXPECT_EQ(without_thoughts(each.token, LineEnds::kept), each.kept) << each.token;
  }
}

TEST(Thoughts, AreFoundWithTheirMarks) {
  const std::string_view token = R"("a<think>b</think>c")";
  const std::vector<Thought> thoughts = thoughts_in(token);
  ASSERT_EQ(thoughts.size(), 1U);
  EXPECT_EQ(token.substr(thoughts[0].begin, thoughts[0].end - thoughts[0].begin),
            "<think>b</think>");
  EXPECT_TRUE(thoughts_in("\"\"").empty());
  EXPECT_TRUE(thoughts_in("\"").empty());
  EXPECT_TRUE(thoughts_in("").empty());
  EXPECT_TRUE(thoughts_in("\"\\").empty());
  EXPECT_TRUE(thoughts_in("\"\\u00").empty());
}

TEST(Thoughts, TakeLinearTime) {
  for (const std::string piece : {"<think>", "</think>", "<", "\\u003c", "\\", "\\n"}) {
    const auto token = [&](std::size_t count) {
      std::string text = "\"";
      for (std::size_t i = 0; i < count; ++i) text += piece;
      return text + "\"";
    };
    EXPECT_LT(growth(token(40'000), token(640'000), 64,
                     [](const std::string& text) {
                       static_cast<void>(without_thoughts(text, LineEnds::kept));
                     }),
              64)
        << piece;
  }
}
}  // namespace
}  // namespace franz
