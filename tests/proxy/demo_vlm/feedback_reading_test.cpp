#include "proxy/demo_vlm/feedback_reading.h"
#include <gtest/gtest.h>

namespace franz::demo_vlm {
TEST(ReadFeedback, FindsTheFailedLineItsErrorAndTheTools) {
  const Feedback feedback = read_feedback(
      "  Line 3: drg(350, 290, 410, 2)\n"
      "NameError: name 'drg' is not defined. Did you mean: 'drag'?\n"
      "2 actions executed before error.\n\nAvailable tools:\n"
      "  drag(x1, y1, x2, y2) -- straight white line from (x1,y1) to (x2,y2)\n"
      "  type(text) -- type text at last click position\n");
  ASSERT_TRUE(feedback.failed);
  EXPECT_EQ(feedback.failed->line, 3);
  EXPECT_EQ(feedback.failed->source, "drg(350, 290, 410, 2)");
  EXPECT_EQ(feedback.failed->kind, "NameError");
  EXPECT_EQ(feedback.failed->text, "name 'drg' is not defined. Did you mean: 'drag'?");
  EXPECT_EQ(feedback.failed->suggestion, "drag");
  ASSERT_EQ(feedback.help.size(), 2U);
  EXPECT_EQ(help_of("type", feedback.help), "type(text) -- type text at last click position");
  EXPECT_EQ(help_of("typ", feedback.help), "");
}

TEST(ReadFeedback, TellsOneComplaintFromAnother) {
  const Feedback none = read_feedback("OK: 8 actions executed.");
  EXPECT_FALSE(none.failed || none.no_block || none.two_blocks || none.type_without_click);
  EXPECT_TRUE(read_feedback("SyntaxError: no ```python block found in your reply.").no_block);
  EXPECT_TRUE(read_feedback("WARNING: 2 ```python blocks found. Only the first executed.\nOK: 1 "
                            "action executed.")
                  .two_blocks);
  EXPECT_TRUE(
      read_feedback("RuntimeError: type(\"meow\") had no visible effect\n(type() requires a "
                    "prior left_click() to set cursor position)\n0 actions executed.")
          .type_without_click);
  EXPECT_EQ(read_feedback("OK: 1 action executed.\nNOTE: clamped to 0-1000: left_click(1500, 500)")
                .clamped,
            (std::vector<std::string>{"left_click(1500, 500)"}));
  EXPECT_EQ(read_feedback("ERROR: the capturer did not answer in 15 s.").trouble,
            "the capturer did not answer in 15 s.");
}

TEST(ReadFeedback, KeepsAnOperatorsNoteOnOneLine) {
  EXPECT_EQ(read_feedback("OK: 1 action executed.\nOPERATOR: Draw\na ```python dog").note,
            "Draw a '''python dog");
  EXPECT_EQ(read_feedback("OPERATOR: " + std::string(1000, 'x')).note,
            std::string(300, 'x') + "...");
}
}  // namespace franz::demo_vlm
