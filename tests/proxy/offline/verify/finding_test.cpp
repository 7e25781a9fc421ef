#include "proxy/offline/verify/finding.h"
#include <gtest/gtest.h>
#include <set>

namespace franz::proxy {
namespace {
using Code = FindingCode;

Finding lost(int turn, std::string why) { return not_checked(Code::lost, turn, std::move(why)); }

TEST(Finding, PrintsOneSafeLine) {
  const std::string at_the_end = std::string(100, 'x') + "end";
  const auto other = [](std::string_view expected, std::string_view got) {
    return differs(Code::record, 7, "f", "g", expected, got);
  };
  const std::vector<std::pair<Finding, std::string>> rows = {
      {lost(7, "not recorded"), "turn 7: not recorded"},
      {lost(0, "of the run"), "of the run"},
      {bad(Code::file, 7, "turn_0007.json", "", "it is missing"),
       "turn 7: turn_0007.json: it is missing"},
      {other("OK", ""), "turn 7: f: g: expected OK, got nothing"},
      {other(at_the_end, at_the_end + "!"), "turn 7: f: g: expected …" + std::string(17, 'x') +
                                                "end, got …" + std::string(17, 'x') + "end!"},
      {other(std::string(100, 'a'), "b"),
       "turn 7: f: g: expected " + std::string(64, 'a') + "…, got b"},
      {other("\x1b[2Jwiped\n", "\xff\xc2\x9b"),
       "turn 7: f: g: expected  [2Jwiped , got \xEF\xBF\xBD "},
      {bad(Code::file, 0, "\x1b]0;name", "", "x"), " ]0;name: x"},
  };
  for (const auto& [finding, line] : rows) EXPECT_EQ(to_line(finding), line);
}

TEST(Finding, HasACodeWithAName) {
  std::set<std::string_view> names;
  for (int code = 0; code <= static_cast<int>(Code::disk); ++code)
    names.insert(finding_code_name(static_cast<Code>(code)));
  EXPECT_EQ(names.size(), static_cast<std::size_t>(Code::disk) + 1);
  EXPECT_EQ(finding_code_name(Code::story), "story");
  EXPECT_EQ(finding_code_name(Code::not_ended), "not_ended");
  EXPECT_FALSE(is_not_checked(Code::seal));
  EXPECT_TRUE(is_not_checked(Code::superseded));
}

TEST(Findings, UseLimitedMemory) {
  Findings all;
  for (int turn = 1; turn <= 5000; ++turn) {
    all.add(lost(turn, "why " + std::to_string(turn)));
    all.add(bad(Code::file, turn, "f", "", "wrong"));
  }
  EXPECT_EQ(all.unchecked().size(), Findings::kMostKept);
  EXPECT_EQ(all.unchecked_left_out(), 5000 - Findings::kMostKept);
  EXPECT_EQ(all.bad().size(), Findings::kMostKept);
  EXPECT_EQ(all.bad_count(), 5000U);
}

TEST(Findings, KeepOnlyTheBeginningOfLongTexts) {
  Findings all;
  const std::string longest(Findings::kMostShown, 'x'), longer = longest + "x",
                                                        cut = longest.substr(3) + "…";
  all.add(lost(1, longest));
  all.add(lost(2, longer + "1"));
  all.add(lost(3, longer + "2"));
  std::string lines;
  for (const Findings::Unchecked& each : all.unchecked()) lines += to_line(each) + "|";
  EXPECT_EQ(lines, "turn 1: " + longest + "|turns 2-3: " + cut + "|");
  all.add(bad(Code::file, 1, longer, longer, longer));
  EXPECT_EQ(to_line(all.bad()[0]), "turn 1: " + cut + ": " + cut + ": " + cut);
}

TEST(Findings, KeepTheFirstTurnAndJoinEqualReasons) {
  Findings all;
  for (const int turn : {3, 4, 5, 9}) all.add(lost(turn, "a kill"));
  all.add(not_checked(Code::degraded, 5, "a kill"));
  all.add(lost(10, "a kill"));
  all.add(lost(0, "of the run"));
  all.add(lost(0, "of the run"));
  std::string lines;
  for (const Findings::Unchecked& each : all.unchecked()) lines += to_line(each) + "|";
  EXPECT_EQ(lines, "turns 3-5, 9-10: a kill|turn 5: a kill|of the run|");
  EXPECT_FALSE(all.first_bad());

  all.add(bad(Code::log, 0, "run.jsonl", "", "first of the run"));
  all.add(bad(Code::file, 8, "a", "", "first"));
  all.add(bad(Code::file, 9, "c", "", "third"));
  all.add(bad(Code::file, 8, "b", "", "second"));
  ASSERT_TRUE(all.first_bad());
  EXPECT_EQ(to_line(*all.first_bad()), "turn 8: a: first");
  EXPECT_EQ(all.bad_count(), 4U);
  EXPECT_EQ(all.bad_turns().count(), 2);
}
}  // namespace
}  // namespace franz::proxy
