#include "proxy/verify/verify_text.h"
#include <gtest/gtest.h>

namespace franz::proxy {
namespace {
TEST(VerifyText, SumsUp) {
  VerifyOutcome outcome{"run_1", 60, 60, 61, true, 60, "3a7b" + std::string(60, '0'), true};
  EXPECT_EQ(verify_report(outcome, {}),
            "run_1: 60 turns verified: 60 stories, 61 requests, 60 pictures drawn again; sealed "
            "(seal 3a7b0000…, as given)\n");
  outcome.seal_given = false;
  EXPECT_NE(verify_report(outcome, {}).find("--seal DIGEST"), std::string::npos);
  outcome = {"run_1", 1, 1, 1, false, 0, "", false};
  EXPECT_EQ(verify_report(outcome, {}),
            "run_1: 1 turn verified: 1 story, 1 request, no picture drawn again (--fast); not "
            "sealed\n");
  EXPECT_EQ(verify_report({"run_1"}, {}), "run_1: no turn is recorded yet\n");
}

TEST(VerifyText, NamesTheFirstAndCountsTheRest) {
  Findings findings;
  findings.add(note(2, "not recorded"));
  findings.add(differs(3, "turn_0003.json", "feedback", "a", "b"));
  EXPECT_EQ(verify_report({"run_1", 5}, findings),
            "note: turn 2: not recorded\n"
            "run_1: turn 3: turn_0003.json: feedback: expected a, got b\n");
  findings.add(bad(4, "x", "", "y"));
  EXPECT_EQ(verify_report({"run_1", 5}, findings),
            "note: turn 2: not recorded\n"
            "run_1: turn 3: turn_0003.json: feedback: expected a, got b\n"
            "and 1 more finding (2 turns are not as recorded)\n");
}

TEST(VerifyText, ShowsHowFarItIs) {
  EXPECT_EQ(progress_line(30, 60),
            "[" + std::string(15, '#') + std::string(15, ' ') + "] turn 30 of 60");
}
}  // namespace
}  // namespace franz::proxy
