#include "common/run/run_story.h"
#include <gtest/gtest.h>
#include <string>
#include <utility>

namespace franz {
namespace {
std::string id(int number) {
  std::string digits = std::to_string(number);
  return std::string(16 - digits.size(), '0') + digits;
}

// Adds entries like a log.
struct Log {
  Log() { add(BeginEntry{"93d8", "run_1", "0.1.0", "franz", "", {}, {}}); }
  void add(RunEntry entry) { story.take({++seq, "t" + std::to_string(seq), "", std::move(entry)}); }
  void attempt(int turn, int number, int request, int after, bool replied = true) {
    AttemptEntry entry;
    entry.turn = turn;
    entry.attempt = number;
    entry.request = id(request);
    entry.after = after == 0 ? "" : id(after);
    entry.delivered = entry.usable = replied;
    add(entry);
  }
  long long seq = 0;
  RunStory story;
};

int number_of(const LoggedAttempt* attempt) { return attempt == nullptr ? 0 : attempt->attempt; }

TEST(RunStory, FollowsTheAttemptsThatLaterTurnsName) {
  Log log;
  log.attempt(1, 1, 11, 0);
  log.attempt(2, 1, 21, 11, false);
  log.attempt(2, 2, 22, 11);
  EXPECT_EQ(number_of(log.story.chosen(2)), 2);
  log.attempt(2, 3, 23, 11, false);
  EXPECT_EQ(number_of(log.story.chosen(2)), 2);
  EXPECT_EQ(log.story.newest_reply()->request, id(22));
  log.attempt(2, 4, 24, 11);
  log.attempt(3, 1, 31, 22);  // from an older reply
  EXPECT_EQ(number_of(log.story.chosen(2)), 2);
  log.attempt(3, 2, 32, 24, false);
  EXPECT_EQ(number_of(log.story.chosen(2)), 4);
  EXPECT_EQ(number_of(log.story.chosen(1)), 1);
  EXPECT_EQ(number_of(log.story.chosen(3)), 1);
  EXPECT_EQ(log.story.chosen(4), nullptr);
  EXPECT_EQ(log.story.count_attempts(2), 4);
  EXPECT_EQ(log.story.last_turn(), 3);
  EXPECT_EQ(log.story.find(id(24))->turn, 2);
  EXPECT_EQ(log.story.find(id(99)), nullptr);
  EXPECT_EQ(log.story.find(""), nullptr);
}

TEST(RunStory, KnowsLostTurns) {
  Log log;
  log.attempt(1, 1, 11, 0);
  log.add(LostEntry{2, 1, id(21), "killed", LoggedFile{"lost_0002-1.json", 1, ""}});
  EXPECT_TRUE(log.story.chosen(2)->lost);
  EXPECT_EQ(log.story.newest_reply()->request, id(21));
  EXPECT_FALSE(log.story.drawing_unknown());
  log.add(LostEntry{3, 1, "", "the disk", std::nullopt});
  EXPECT_EQ(log.story.newest_reply()->request, id(21));
  EXPECT_TRUE(log.story.drawing_unknown());
  EXPECT_EQ(to_text(log.story.facts().lost_turns), "turns 2-3");
  log.add(KeyframeEntry{4, {}});
  EXPECT_FALSE(log.story.drawing_unknown());
}

TEST(RunStory, ReportsTheFactsOfTheRun) {
  Log log;
  log.attempt(1, 1, 11, 0);
  log.add(RestartEntry{"restart: it crashed"});
  log.add(SettingsEntry{2, "config.ini:1: [a] b: 1 -> 2", {R"({"a.b":2})", "{}", {}}});
  log.add(EndEntry{Finish{FinishReason::turns, "1 turn"}, {}});
  const RunFacts& facts = log.story.facts();
  EXPECT_TRUE(facts.ended);
  EXPECT_EQ(facts.finish->text, "1 turn");
  EXPECT_EQ(facts.restarts, 1);
  EXPECT_EQ(facts.in_force.settings, R"({"a.b":2})");
  EXPECT_EQ(facts.changes.size(), 2U);
  log.add(ResumedEntry{"resumed after turn 1", "0.2.0", {}, {}});
  EXPECT_FALSE(facts.ended);
  EXPECT_FALSE(facts.finish.has_value());
  EXPECT_EQ(facts.version, "0.2.0");
  log.add(BeginEntry{"17aa", "run_2", "0.2.0", "franz", "", {}, {}});
  EXPECT_EQ(facts.run, "17aa");
  EXPECT_EQ(facts.origin, "93d8");
  EXPECT_EQ(facts.origin_at, 1);
  EXPECT_EQ(facts.restarts, 0);
}

TEST(RunStory, StaysImportedAfterAnotherBegin) {
  Log log;
  BeginEntry imported{"17aa", "run_2", "0.2.0", "", ""};
  imported.imported = ImportedFrom{{"t.json", 5, ""}, "ATIF-v1.6", "terminus", "2.0"};
  log.add(imported);
  log.attempt(1, 1, 11, 0);
  log.add(BeginEntry{"18bb", "run_3", "0.2.0", "", "", {}, {}});
  log.add(EndEntry{});
  ASSERT_TRUE(log.story.facts().imported);
  EXPECT_EQ(log.story.facts().imported->agent, "terminus");
  EXPECT_NE(why_not_continued(log.story.facts()), "");
}

TEST(RunStory, KeepsTheNewestChanges) {
  Log log;
  for (std::size_t i = 0; i < kMaxChanges + 2; ++i) log.add(WarningEntry{std::to_string(i)});
  EXPECT_EQ(log.story.facts().changes.size(), kMaxChanges);
  EXPECT_EQ(log.story.facts().changes.front().text, "2");
}
}  // namespace
}  // namespace franz
