#include <gtest/gtest.h>
#include "common/formats/pyautogui/memory.h"
#include "tests/common/memory/trained_memory.h"

namespace franz {
namespace {
constexpr const char* kInstruction =
    R"("# Task Instruction:\ndraw\n\nPlease generate the next move according to the screenshot, )"
    R"(task instruction and previous steps (if provided).\n")";

Now now_of(int turn) {
  Now now;
  now.system = "SYS";
  now.objective = "draw";
  now.picture = PictureRef{"p" + std::to_string(turn)};
  return now;
}

std::string reply_of(const std::string& sentence) {
  return "## Action:\n" + sentence + "\n## Code:\n```python\npyautogui.click(1, 2)\n```";
}
}  // namespace

TEST(PyautoguiMemory, BeginsWithThePictureAndTheInstruction) {
  EXPECT_EQ(provable(pyautogui_messages, {}, now_of(1), {3, 0}),
            std::string("system: \"SYS\"\nuser: picture p1 | ") + kInstruction + "\n");
}

TEST(PyautoguiMemory, SummarisesOlderStepsAndShowsTheNewestTurns) {
  std::vector<Step> steps;
  for (int turn = 1; turn <= 4; ++turn)
    steps.push_back(step_of(turn, reply_of("Do " + std::to_string(turn) + ".")));
  steps[3].feedback = "NOT DONE: x";
  Now now = now_of(5);
  now.note = "hurry";
  const std::string code = R"(\n## Code:\n```python\npyautogui.click(1, 2)\n```")";
  EXPECT_EQ(provable(pyautogui_messages, steps, now, {3, 0}),
            "system: \"SYS\"\n"
            R"(assistant: "# Step 1:\n## Action:\n" | "Do 1." | "\n\n# Step 2:\n## Action:\n" | )"
            "\"Do 2.\"\n"
            "user: picture p3\n"
            R"(assistant: "## Action:\nDo 3.)" +
                code + "\n" + R"(user: picture p4 | "NOT DONE: x")" + "\n" +
                R"(assistant: "## Action:\nDo 4.)" + code + "\n" +
                R"(user: picture p5 | "\nOPERATOR: hurry" | )" + kInstruction + "\n");
}

TEST(PyautoguiMemory, AlwaysSendsTheLastReply) {
  const std::vector<Step> steps = {step_of(1, "one"), step_of(2, "two")};
  for (const int keep : {0, 1, 2})
    EXPECT_EQ(provable(pyautogui_messages, steps, now_of(3), {keep, 0}),
              std::string("system: \"SYS\"\n"
                          R"(assistant: "# Step 1:\n## Action:\n" | "-")"
                          "\nuser: picture p2\nassistant: \"two\"\nuser: picture p3 | ") +
                  kInstruction + "\n")
        << keep;
}

TEST(PyautoguiMemory, AnswersServerParsedCalls) {
  const std::vector<Step> steps = {step_of(1, "", {{R"("c1")", R"("click")", R"("{\"x\":1}")"}})};
  Now now = now_of(2);
  now.answers = {{R"("c1")", R"("NOT DONE")"}};
  EXPECT_EQ(provable(pyautogui_messages, steps, now, {3, 0}),
            std::string("system: \"SYS\"\nuser: picture p1\n"
                        R"(assistant: "" | call "c1" "click" "{\"x\":1}")"
                        "\ntool: answer \"c1\" \"NOT DONE\"\nuser: picture p2 | ") +
                kInstruction + "\n");
}
}  // namespace franz
