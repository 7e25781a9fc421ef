#include "common/formats/action_sentence.h"
#include <gtest/gtest.h>

namespace franz {
TEST(ActionSentence, IsCutOutOfTheToken) {
  const struct {
    const char *token, *expected;
  } rows[] = {
      {R"("Thought: a\nAction: \"Click it.\"\n<tool_call>")", R"("Click it.")"},
      {R"("## Action:\n\nClick Gr\u00fc\u00dfe.\n## Code:")", R"("Click Gr\u00fc\u00dfe.")"},
      {R"("**Action:** Click it.\r\n")", R"("Click it.")"},
      {R"("Action: a\nAction: b")", R"("b")"},
      {R"("<think>a</think><operation>Click it.</operation><action>\nclick(1, 2)\n</action>")",
       R"("Click it.")"},
      {R"("<operation>\nClick it.\n</operation>\n<action>")", R"("Click it.")"},
      {R"("<operation>Click it.")", R"("Click it.")"},
      {R"("Action: a\nso, Action: b</think>\nAction: c")", R"("c")"},
      {R"("<thinking>\nAction: a\n</thinking>\nI wait.")", R"("-")"},
      {R"("I am finished.")", R"("-")"},
      {R"("")", R"("-")"},
  };
  for (const auto& [token, expected] : rows) EXPECT_EQ(action_sentence(token), expected) << token;
}
}  // namespace franz
