#include "proxy/verify/finding.h"
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

TEST(Findings, KeepTheFirstTurnAndJoinNotes) {
  Findings all;
  for (const int turn : {3, 4, 5, 9}) all.add(note(turn, "digests only"));
  all.add(note(5, "other"));
  all.add(note(10, "digests only"));
  all.add(note(0, "of the run"));
  all.add(note(0, "of the run"));
  std::string lines;
  for (const Findings::Note& each : all.notes()) lines += to_line(each) + "|";
  EXPECT_EQ(lines,
            "turns 3 to 5: digests only|turns 9 to 10: digests only|turn 5: other|of the run|of "
            "the run|");
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
