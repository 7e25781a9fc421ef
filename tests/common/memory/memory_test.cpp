#include "common/memory/memory.h"
#include <gtest/gtest.h>
#include "common/formats/memories.h"
#include "common/settings/setting_rows.h"

namespace franz {
TEST(Memory, IsFoundByItsName) {
  for (const Memory& memory : all_memories()) EXPECT_EQ(find_memory(memory.name), &memory);
  EXPECT_EQ(find_memory(""), nullptr);
  EXPECT_EQ(find_memory("SST"), nullptr);
}

TEST(Memory, IsAChoiceOfTheSettings) {
  const SettingRow* row = find_setting("agent", "memory");
  ASSERT_NE(row, nullptr);
  ASSERT_EQ(row->choices.size(), all_memories().size());
  for (const std::string& choice : row->choices) EXPECT_NE(find_memory(choice), nullptr) << choice;
  EXPECT_NE(find_memory(Settings{}.agent.memory), nullptr);
}

TEST(Memory, KeepsTheStepsThatItNeeds) {
  for (const auto& [need, kept] : {std::pair(Need::last_reply, 1U), {Need::all_steps, 3U}}) {
    std::vector<Step> steps;
    for (int turn = 1; turn <= 3; ++turn) keep_step(steps, {turn, {}}, need);
    EXPECT_EQ(steps.size(), kept);
    EXPECT_EQ(steps.back().turn, 3);
  }
}
}  // namespace franz
