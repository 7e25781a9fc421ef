// How every memory that sends a conversation shortens one that is too long, and how many pictures
// it sends.
#include <gtest/gtest.h>
#include <algorithm>
#include <set>
#include "common/formats/memories.h"
#include "common/memory/conversation.h"
#include "tests/common/memory/provable_messages.h"

namespace franz {
namespace {
// `count` turns with different replies.
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

int pictures_in(const std::vector<Message>& messages) {
  std::size_t count = 0;
  for (const Message& message : messages) count += count_parts(message, Part::Kind::picture);
  return static_cast<int>(count);
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

TEST(DroppedParts, AreTheOldestOneByOneOrInSteps) {
  MemoryOptions steps;
  steps.in_steps = true;
  std::string exact, in_steps, of_one, none;
  for (std::size_t count = 0; count <= 12; ++count) {
    exact += std::to_string(count - dropped(count, 3, {})) + " ";
    in_steps += std::to_string(count - dropped(count, 3, steps)) + " ";
    of_one += std::to_string(count - dropped(count, 1, steps)) + " ";
    none += std::to_string(count - dropped(count, 0, steps)) + " ";
  }
  EXPECT_EQ(exact, "0 1 2 3 3 3 3 3 3 3 3 3 3 ");
  EXPECT_EQ(in_steps, "0 1 2 3 4 5 6 3 4 5 6 3 4 ");
  EXPECT_EQ(of_one, "0 1 2 1 2 1 2 1 2 1 2 1 2 ");
  EXPECT_EQ(none, "0 0 0 0 0 0 0 0 0 0 0 0 0 ");
}

TEST(MostPictures, IsReachedAndNeverPassed) {
  const std::vector<Step> steps = steps_of(40);
  for (const Memory& memory : all_memories())
    for (int keep = 0; keep <= 6; ++keep)
      for (const bool in_steps : {false, memory.keeps_in_steps}) {
        MemoryOptions options{keep, 0};
        options.in_steps = in_steps;
        int most = 0;
        for (std::size_t turns = 0; turns <= steps.size(); ++turns) {
          const std::span<const Step> all = std::span(steps).first(turns);
          const bool one = memory.need == Need::last_reply && turns > 0;
          most = std::max(most, pictures_in(memory.messages(one ? all.last(1) : all,
                                                            now_with("now"), options)));
        }
        EXPECT_EQ(most_pictures(memory, options), most)
            << memory.name << " " << keep << " " << in_steps;
      }
}

// Between two steps a request begins with all messages of the previous one except the last.
TEST(HistoryMemory, BeginsAlikeBetweenTwoSteps) {
  const std::vector<Step> steps = steps_of(40);
  MemoryOptions options{4, 2};
  options.in_steps = true;
  std::vector<Message> before;
  int changed = 0;
  for (std::size_t turns = 9; turns <= steps.size(); ++turns) {
    const Memory& history = *find_memory("history");
    const std::string picture = "p" + std::to_string(turns + 1);
    std::vector<Message> messages =
        history.messages(std::span(steps).first(turns), now_with(picture), options);
    if (!before.empty() && !std::equal(before.begin(), before.end() - 1, messages.begin()))
      ++changed;
    before = std::move(messages);
  }
  EXPECT_EQ(changed, 6);  // every five turns
}
}  // namespace franz
