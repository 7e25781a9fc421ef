#include "common/formats/glm/memory.h"
#include "common/formats/memories.h"
#include "tests/common/memory/provable_messages.h"

namespace franz {
namespace {
const std::string kHead = R"j(user: "SYS" | "\n# Historical Actions and Current Memory\nHistory:)j";
const std::string kTail =
    R"j(\n# Output Format\nPlain text explanation with action(param='...')\nMemory:\n[{\"key\": \"value\"}, ...]\n\n# Some Additional Notes\n- I'll give you the most recent history screenshots along with the historical action steps.\n- You should put the key information you *have to remember* in a seperated memory part and I'll give it to you in the next round. The content in this part should be a dict list. If you no longer need some given information, you should remove it from the memory. Even if you don't need to remember anything, you should also output an empty list.\n\nCurrent Screenshot:\n")j";

std::string sent(const std::vector<Step>& steps, const Now& now, int keep_pictures = 5) {
  return shown_messages(provable_messages(*find_memory("glm"), steps, now, {keep_pictures, 0}));
}

// No feedback follows.
std::string current(const std::string& picture) { return " | picture " + picture + " | \"\""; }

Step said(int turn, const std::string& action, const std::string& list,
          const std::string& feedback = "") {
  return step_with(turn,
                   "<think>hm</think>Text. <|begin_of_box|>" + action + "<|end_of_box|>" +
                       (list.empty() ? "" : "\nMemory:\n" + list),
                   feedback);
}

TEST(GlmMemory, BeginsWithAnEmptyHistoryAndMemory) {
  Now now = now_with("p1");
  EXPECT_EQ(sent({}, now), kHead + R"j(\nMemory:\n[])j" + kTail + current("p1") + "\n");
  now.picture.reset();
  now.feedback = "WARNING";
  EXPECT_EQ(sent({}, now), kHead + R"j(\nMemory:\n[])j" + kTail + " | \"WARNING\"\n");
}

TEST(GlmMemory, SendsTheModelsListBackToTheByte) {
  Step step = said(1, "WAIT()", "");
  step.reply.text =
      R"j("Text. \u003c|begin_of_box|\u003eWAIT()\u003c|end_of_box|\u003e\nMemory:\n[{\"k\":\"\u00e9]\\\"\ud800\"}]\n")j";
  EXPECT_EQ(sent({step}, now_with("p2")),
            kHead +
                R"j(\nstep 1: Screenshot:" | picture p1 | " Thought: Text.\nAction: WAIT()")j"
                R"j( | "\nMemory:\n" | "[{\"k\":\"\u00e9]\\\"\ud800\"}]" | ")j" +
                kTail + current("p2") + "\n");
}

TEST(GlmMemory, KeepsTheLastListAndTheNewestPictures) {
  const std::vector<Step> steps = {said(1, "WAIT()", "[1]"), said(2, "DONE()", "[2]", "NOT DONE"),
                                   said(3, "FAIL()", "")};
  EXPECT_EQ(
      sent(steps, now_with("p4"), 2),
      kHead +
          R"j(\nstep 1: Screenshot:(Omitted in context.)" | " Thought: Text.\nAction: WAIT()")j"
          R"j( | "\nstep 2: Screenshot:(Omitted in context.)" | "NOT DONE")j"
          R"j( | " Thought: Text.\nAction: DONE()")j"
          R"j( | "\nstep 3: Screenshot:" | picture p3 | " Thought: Text.\nAction: FAIL()")j"
          R"j( | "\nMemory:\n" | "[2]" | ")j" +
          kTail + current("p4") + "\n");
}
}  // namespace
}  // namespace franz
