#include <gtest/gtest.h>
#include "common/formats/glm/parts.h"

namespace franz {
TEST(GlmReply, GivesItsStepAndItsMemory) {
  const struct {
    const char *token, *step, *memory;
  } rows[] = {
      {R"j("I click.\n<|begin_of_box|>left_click(start_box='[1,2]')<|end_of_box|>\nMemory:\n[{\"a\": \"b\"}]")j",
       R"j(" Thought: I click.\nAction: left_click(start_box='[1,2]')")j",
       R"j("[{\"a\": \"b\"}]")j"},
      {R"j("<think>WAIT()\nMemory:\n[1]</think>\nSo: <|begin_of_box|>WAIT()<|end_of_box|>")j",
       R"j(" Thought: So:\nAction: WAIT()")j", R"j("")j"},
      {R"j("\u003C|begin_of_box|>WAIT()<|end_of_box|\u003e Then.")j",
       R"j(" Thought: Then.\nAction: WAIT()")j", R"j("")j"},
      {R"j("I wait.\nWAIT()\n\n**Memory:** [ ]")j", R"j(" Thought: I wait.\nAction: WAIT()")j",
       R"j("[ ]")j"},
      {R"j("Memory:\n[]\nReason: so\nAction: {\"action_type\": \"wait\"}")j",
       R"j(" Thought: Reason: so\nAction: {\"action_type\": \"wait\"}")j", R"j("[]")j"},
      {R"j("x\nMemory:\n```json\n[[1],\n\"]\"]\n```")j", R"j(" Thought: x")j",
       R"j("[[1],\n\"]\"]")j"},
      {R"j("x\nMemory:\n[{'a': 'b]'}]")j", R"j(" Thought: x")j", R"j("[{'a': 'b]'}]")j"},
      {R"j("Memory:\n[1]\nWAIT()\nMemory:\n[2]")j", R"j(" Thought: Memory:\n[1]\nAction: WAIT()")j",
       R"j("[2]")j"},
      // No complete list.
      {R"j("x\nMemory:\n[{\"a\":\"b\"}")j", R"j(" Thought: x")j", R"j("")j"},
      {R"j("x\nMemory:\nnone [1]")j", R"j(" Thought: x")j", R"j("")j"},
      {R"j("Memory:")j", R"j(" Thought: ")j", R"j("")j"},
      {R"j("In Memory: [1]")j", R"j(" Thought: In Memory: [1]")j", R"j("")j"},
      {R"j("C:\\new\\t")j", R"j(" Thought: C:\\new\\t")j", R"j("")j"},
      {R"j("<|begin_of_box|>")j", R"j(" Thought: \nAction: ")j", R"j("")j"},
      {R"j("")j", R"j(" Thought: ")j", R"j("")j"},
      {R"j(")j", R"j(" Thought: ")j", R"j("")j"},
      {"", R"j(" Thought: ")j", R"j("")j"},
  };
  for (const auto& [token, step, memory] : rows) {
    EXPECT_EQ(glm_step(token), step) << token;
    EXPECT_EQ(glm_memory(token), memory) << token;
  }
}
}  // namespace franz
