// What every memory that sends a conversation does with one that is too long.
#include <gtest/gtest.h>
#include <algorithm>
#include <set>
#include "common/formats/memories.h"
#include "common/memory/conversation.h"
#include "tests/common/memory/provable_messages.h"

namespace franz {
namespace {
// Of `count` turns, whose replies no two are alike.
std::vector<Step> steps_of(int count) {
  std::vector<Step> steps;
  for (int turn = 1; turn <= count; ++turn) {
    Step step = step_with(turn, "Thought: t" + std::to_string(turn) + "\nAction: wait()");
    step.items = R"j([{"written":"wait()"}])j";
    steps.push_back(std::move(step));
  }
  return steps;
}

std::set<int> turns_in(const std::vector<Message>& messages) {
  std::set<int> turns;
  for (const Message& message : messages)
    for (const Part& part : message.parts)
      if (part.source == Part::Source::reply) turns.insert(part.turn);
  return turns;
}

}  // namespace

TEST(LeftOutTurns, AreSaidAndNotSent) {
  const std::vector<Step> steps = steps_of(12);
  int memories = 0;
  for (const Memory& memory : all_memories()) {
    if (!memory.leaves_out_turns) continue;
    SCOPED_TRACE(memory.name);
    ++memories;
    const auto messages_from = [&](int turn) {
      MemoryOptions options{20, 0};
      options.from_turn = turn;
      return provable_messages(memory, steps, now_with("p13"), options);
    };
    EXPECT_EQ(*turns_in(messages_from(1)).begin(), 1);
    EXPECT_EQ(shown_messages(messages_from(1)).find("left out"), std::string::npos);
    for (const auto& [from, first] : {std::pair(8, 8), {12, 12}, {13, 12}, {99, 12}}) {
      const std::vector<Message> messages = messages_from(from);
      std::set<int> all;
      for (int turn = first; turn <= 12; ++turn) all.insert(turn);
      EXPECT_EQ(turns_in(messages), all) << from;
      const std::string shown = shown_messages(messages);
      EXPECT_NE(shown.find("left out"), std::string::npos) << shown;
      EXPECT_EQ(shown.find("t" + std::to_string(first - 1) + "\\n"), std::string::npos) << shown;
      EXPECT_EQ(shown.find("picture p" + std::to_string(first - 1)), std::string::npos) << shown;
      EXPECT_NE(shown.find("picture p13"), std::string::npos) << shown;
    }
  }
  EXPECT_EQ(memories, 8);
}

TEST(LeftOutTurns, HaveANoteInPlainWords) {
  EXPECT_EQ(left_out_note(1), "[Turn 1 is left out: it no longer fits the context.]");
  EXPECT_EQ(left_out_note(37), "[Turns 1 to 37 are left out: they no longer fit the context.]");
}

}  // namespace franz
