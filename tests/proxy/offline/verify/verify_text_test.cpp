#include "proxy/offline/verify/verify_text.h"
#include <gtest/gtest.h>

namespace franz::proxy {
namespace {
TEST(VerifyText, PrintsASummary) {
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

TEST(VerifyText, NeverCallsAnImportedRunVerified) {
  VerifyOutcome outcome{"run_1", 5, 0, 0, true, 0, "3a7b" + std::string(60, '0'), true};
  outcome.imported = "t.json (terminus 2.0)";
  Findings findings;
  findings.add(not_checked(FindingCode::unwitnessed, 1, "it was imported"));
  EXPECT_EQ(verify_report(outcome, findings),
            "not checked: turn 1: it was imported\n"
            "run_1: imported from t.json (terminus 2.0): nothing was witnessed, so nothing is "
            "proven; the files of 5 turns are as they were imported; sealed (seal 3a7b0000…, as "
            "given)\n");
  EXPECT_TRUE(verify_json(outcome, findings)
                  .starts_with(R"-({"run":"run_1","verified":false,"imported":)-"
                               R"-("t.json (terminus 2.0)","turns":5,)-"));
  EXPECT_TRUE(is_verified(outcome, findings));  // the exit code: its digests are right
  outcome.strict = true;
  EXPECT_FALSE(is_verified(outcome, findings));
}

TEST(VerifyText, ListsUncheckedItems) {
  VerifyOutcome outcome{"run_1", 60, 60, 60, true, 58, "", false};
  Findings findings;
  for (const int turn : {12, 13, 14, 37})
    findings.add(not_checked(FindingCode::lost, turn, "not recorded: a kill"));
  findings.add(not_checked(FindingCode::degraded, 20, "degraded: digests only"));
  const std::string report =
      "not checked: turns 12-14, 37: not recorded: a kill\n"
      "not checked: turn 20: degraded: digests only\n"
      "run_1: 60 turns verified: 60 stories, 60 requests, 58 pictures drawn again; not sealed\n";
  EXPECT_EQ(verify_report(outcome, findings), report);
  EXPECT_TRUE(is_verified(outcome, findings));
  outcome.strict = true;
  EXPECT_EQ(verify_report(outcome, findings),
            report + "Not everything could be checked, as --strict demands.\n");
  EXPECT_FALSE(is_verified(outcome, findings));
  EXPECT_TRUE(is_verified(outcome, {}));
  outcome.drawn = false;
  EXPECT_FALSE(is_verified(outcome, {}));
}

TEST(VerifyText, FailsARunWithoutTurnsIfStrict) {
  VerifyOutcome outcome{"run_1"};
  EXPECT_TRUE(is_verified(outcome, {}));
  outcome.strict = true;
  EXPECT_FALSE(is_verified(outcome, {}));
  EXPECT_EQ(verify_report(outcome, {}),
            "run_1: no turn is recorded yet\n"
            "Nothing could be checked, and --strict demands everything.\n");
}

TEST(VerifyText, PrintsBothListsWithCodesAsJson) {
  VerifyOutcome outcome{"run_1", 6, 5, 6, true, 4, "3a7b", true};
  Findings findings;
  findings.add(not_checked(FindingCode::lost, 3, "a kill"));
  findings.add(not_checked(FindingCode::not_ended, 0, "no end"));
  findings.add(differs(FindingCode::record, 4, "turn_0004.json", "feedback", "a\xff", "\x1b"));
  EXPECT_EQ(verify_json(outcome, findings),
            R"({"run":"run_1","verified":false,"turns":6,"stories":5,"requests":6,"pictures":4,)"
            R"("seal":"3a7b","findings":[{"code":"record","turn":4,"file":"turn_0004.json",)"
            R"("field":"feedback","expected":"a)"
            "\xEF\xBF\xBD"
            R"(","got":"\u001b","text":""}],"more_findings":0,)"
            R"("not_checked":[{"code":"lost","turns":[[3,3]],"why":"a kill"},)"
            R"({"code":"not_ended","turns":[],"why":"no end"}],"more_not_checked":0})"
            "\n");
}

TEST(VerifyText, ListsTheFirstAndCountsTheRest) {
  Findings findings;
  findings.add(differs(FindingCode::record, 3, "turn_0003.json", "feedback", "a", "b"));
  EXPECT_EQ(verify_report({"run_1", 5}, findings),
            "run_1: turn 3: turn_0003.json: feedback: expected a, got b\n");
  findings.add(bad(FindingCode::file, 4, "x", "", "y"));
  EXPECT_EQ(verify_report({"run_1", 5}, findings),
            "run_1: turn 3: turn_0003.json: feedback: expected a, got b\n"
            "and 1 more finding (2 turns are not as recorded)\n");
}

TEST(VerifyText, ShowsProgress) {
  EXPECT_EQ(progress_line(30, 0.5),
            "[" + std::string(15, '#') + std::string(15, ' ') + "] turn 30");
}
}  // namespace
}  // namespace franz::proxy
