#include "proxy/offline/verify/finding.h"
#include <gtest/gtest.h>

namespace franz::proxy {
namespace {
TEST(Finding, ReadsAsOneSafeLine) {
  const std::string at_the_end = std::string(100, 'x') + "end";
  const std::vector<std::pair<Finding, std::string>> rows = {
      {note(7, "not recorded"), "turn 7: not recorded"},
      {note(0, "a note"), "a note"},
      {bad(7, "turn_0007.json", "", "it is missing"), "turn 7: turn_0007.json: it is missing"},
      {differs(7, "turn_0007.json", "feedback", "OK", ""),
       "turn 7: turn_0007.json: feedback: expected OK, got nothing"},
      {differs(7, "f", "g", at_the_end, at_the_end + "!"), "turn 7: f: g: expected …" +
                                                               std::string(17, 'x') + "end, got …" +
                                                               std::string(17, 'x') + "end!"},
      {differs(7, "f", "g", std::string(100, 'a'), "b"),
       "turn 7: f: g: expected " + std::string(64, 'a') + "…, got b"},
      {differs(7, "f", "g", "\x1b[2Jwiped\n", "\xff\xc2\x9b"),
       "turn 7: f: g: expected  [2Jwiped , got \xEF\xBF\xBD "},
      {bad(0, "\x1b]0;name", "", "x"), " ]0;name: x"},
  };
  for (const auto& [finding, line] : rows) EXPECT_EQ(to_line(finding), line);
}

// As many as there are: 21 of 7,301 turns were named nowhere.
TEST(Findings, NameEveryMissingTurn) {
  Findings all;
  for (const int turn : {12, 13, 14, 37}) all.add(not_recorded(turn));
  EXPECT_EQ(to_text(all.missing()), "turns 12-14, 37");
  all.add_missing(38, 400'000'000);
  EXPECT_EQ(to_text(all.missing()), "turns 12-14, 37-400000000");
  EXPECT_EQ(all.missing().count(), 399'999'967);
  for (int turn = 400'000'002; turn < 400'010'000; turn += 2) all.add(not_recorded(turn));
  EXPECT_EQ(all.missing().ranges().size(), 2U + 4999U);
  EXPECT_FALSE(all.all_checked());
  EXPECT_FALSE(all.first_bad());
}

TEST(Findings, TakeNoMoreMemoryThanTheyNeed) {
  Findings all;
  for (int turn = 1; turn <= 5000; ++turn) {
    all.add(note(turn, "note " + std::to_string(turn)));
    all.add(bad(turn, "f", "", "wrong"));
  }
  EXPECT_EQ(all.notes().size(), Findings::kMostKept);
  EXPECT_EQ(all.notes_left_out(), 5000 - Findings::kMostKept);
  EXPECT_EQ(all.bad().size(), Findings::kMostKept);
  EXPECT_EQ(all.bad_count(), 5000U);
}

TEST(Findings, KeepOnlyTheBeginningOfLongTexts) {
  Findings all;
  const std::string longest(Findings::kMostShown, 'x'), longer = longest + "x",
                                                        cut = longest.substr(3) + "…";
  all.add(note(1, longest));
  all.add(note(2, longer + "1"));
  all.add(note(3, longer + "2"));
  std::string notes;
  for (const Findings::Note& each : all.notes()) notes += to_line(each) + "|";
  EXPECT_EQ(notes, "turn 1: " + longest + "|turns 2-3: " + cut + "|");
  all.add(bad(1, longer, longer, longer));
  EXPECT_EQ(to_line(all.bad()[0]), "turn 1: " + cut + ": " + cut + ": " + cut);
}

TEST(Findings, KeepTheFirstTurnAndJoinNotes) {
  Findings all;
  for (const int turn : {3, 4, 5, 9}) all.add(note(turn, "digests only"));
  all.add(note(5, "other"));
  all.add(note(10, "digests only"));
  all.add(note(0, "of the run"));
  all.add(note(0, "of the run"));
  std::string lines;
  for (const Findings::Note& each : all.notes()) lines += to_line(each) + "|";
  EXPECT_EQ(lines, "turns 3-5, 9-10: digests only|turn 5: other|of the run|");
  EXPECT_TRUE(all.all_checked());
  all.add(unchecked(11, "digests only"));
  EXPECT_FALSE(all.all_checked());
  EXPECT_FALSE(all.first_bad());

  all.add(bad(0, "run.json", "", "first of the run"));
  all.add(bad(8, "a", "", "first"));
  all.add(bad(8, "b", "", "second"));
  all.add(bad(9, "c", "", "third"));
  ASSERT_TRUE(all.first_bad());
  EXPECT_EQ(to_line(*all.first_bad()), "turn 8: a: first");
  EXPECT_EQ(all.bad_count(), 4U);
  EXPECT_EQ(all.bad_turns(), 2U);
}
}  // namespace
}  // namespace franz::proxy
