#include "orchestrator/run_watch.h"
#include <gtest/gtest.h>

namespace franz::orchestrator {
// Each letter is a turn: its reply and its picture are the two letters; 'e' before them: it failed.
static std::string watch(const std::vector<std::string>& turns, const RunWatch::Limits& limits) {
  RunWatch watch;
  std::string told;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    ExecutorReply acted;
    const bool failed = turns[i].size() == 3;
    if (failed) acted.error = CallFailure{"TypeError", "TypeError: x", 1};
    acted.plain_sha256 = turns[i].substr(turns[i].size() - 1);
    const RunWatch::Finding finding =
        watch.turn_over(acted, {turns[i].substr(0, turns[i].size() - 1), {}}, limits);
    for (const std::string& warning : finding.warnings)
      told += std::to_string(i + 1) + " warning " + warning + "\n";
    if (!finding.pause.empty()) told += std::to_string(i + 1) + " pause " + finding.pause + "\n";
  }
  return told;
}

TEST(RunWatch, NamesLoopsAndFailures) {
  const struct {
    std::vector<std::string> turns;
    RunWatch::Limits limits;
    std::string told;
  } cases[] = {
      {{"aA", "bB", "cC"}, {8, 0}, ""},
      {{"aA", "aB", "aC", "aD", "aE", "aF"},
       {8, 0},
       "5 warning loop: the same reply 5 turns in a row\n"},
      {{"aA", "bA", "cA", "dA", "eA"},
       {8, 0},
       "5 warning loop: an unchanged picture 5 turns in a row\n"},
      {{"aA", "aB", "bC", "aD", "aE"}, {8, 0}, ""},
      {{"aA", "aB", "aC"},
       {8, 3},
       "3 warning loop: the same reply 3 turns in a row\n"
       "3 pause the same reply 3 turns in a row ([limits] pause_after_repeats)\n"},
      {{"exA", "eyB", "zC", "exD", "eyE"},
       {2, 0},
       "2 pause 2 turns in a row failed without one action ([limits] pause_after_failures)\n"
       "5 pause 2 turns in a row failed without one action ([limits] pause_after_failures)\n"},
      {{"exA", "eyB", "ezC"}, {0, 0}, ""},
  };
  for (const auto& [turns, limits, told] : cases) EXPECT_EQ(watch(turns, limits), told);
}

TEST(RunWatch, TellsAForeignFormOnceInARow) {
  RunWatch watch;
  std::string told;
  for (const std::string text : {"a", "a", "b", "", "b"}) {
    ExecutorReply acted;
    acted.warnings = {{"screen_black", "it is black"}};
    if (!text.empty()) acted.warnings.push_back({"foreign_form", text});
    for (const std::string& each : watch.turn_over(acted, {told, {}}, {}).warnings) told += each;
    told += ";";
  }
  EXPECT_EQ(told, "a;;b;;b;");
}

TEST(RunWatch, OtherCallsAreAnotherReply) {
  RunWatch watch;
  for (int turn = 0; turn < 2 * kLoopTurns; ++turn) {
    const Reply reply{"\"\"", {{"\"c\"", "\"click\"", std::to_string(turn)}}};
    EXPECT_TRUE(watch.turn_over({}, reply, {}).warnings.empty());
  }
}
}  // namespace franz::orchestrator
