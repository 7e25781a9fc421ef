#include "proxy/offline/verify/verify_text.h"
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

TEST(VerifyText, CountsWhatWasNotChecked) {
  VerifyOutcome outcome{"run_1", 60, 60, 60, true, 58, "", false};
  Findings findings;
  for (const int turn : {12, 13, 14, 37}) findings.add(not_recorded(turn));
  findings.add(unchecked(20, "degraded: digests only"));
  const std::string report =
      "note: turns 12-14, 37: not recorded\n"
      "note: turn 20: degraded: digests only\n"
      "run_1: 60 turns verified: 60 stories, 60 requests, 58 pictures drawn again, 2 turns not "
      "drawn again, 4 turns not recorded; not sealed\n";
  EXPECT_EQ(verify_report(outcome, findings), report);
  EXPECT_TRUE(is_verified(outcome, findings));
  outcome.strict = true;
  EXPECT_EQ(verify_report(outcome, findings),
            report + "Not everything could be checked, as --strict demands: the notes say what.\n");
  EXPECT_FALSE(is_verified(outcome, findings));
  EXPECT_FALSE(is_verified(outcome, {}));  // two were not drawn again
  outcome.pictures = 60;
  EXPECT_TRUE(is_verified(outcome, {}));
}

TEST(VerifyText, CountsTurnsThatNoProxySawAndIsStrictAboutThem) {
  VerifyOutcome outcome{"run_1", 12, 12, 12, true, 12, "", false};
  outcome.unwitnessed = 12;
  const std::string report =
      "run_1: 12 turns verified: 12 stories, 12 requests, 12 pictures drawn again, 12 turns "
      "unwitnessed; not sealed\n";
  EXPECT_EQ(verify_report(outcome, {}), report);
  EXPECT_TRUE(is_verified(outcome, {}));
  outcome.strict = true;
  EXPECT_FALSE(is_verified(outcome, {}));
  EXPECT_EQ(verify_report(outcome, {}),
            report +
                "Not everything is proven, as --strict demands: no proxy saw what an orchestrator "
                "sent alone.\n");
}

TEST(VerifyText, IsStrictAboutARunWithoutTurns) {
  VerifyOutcome outcome{"run_1"};
  EXPECT_TRUE(is_verified(outcome, {}));
  outcome.strict = true;
  EXPECT_FALSE(is_verified(outcome, {}));
  EXPECT_EQ(verify_report(outcome, {}),
            "run_1: no turn is recorded yet\n"
            "Nothing could be checked, and --strict demands everything.\n");
}

TEST(VerifyText, TellsProgramsEverything) {
  VerifyOutcome outcome{"run_1", 6, 5, 6, true, 4, "3a7b", true};
  Findings findings;
  findings.add(not_recorded(3));
  findings.add_missing(5, 400);
  findings.add(unchecked(2, "degraded"));
  findings.add(note(0, "of the run"));
  findings.add(differs(4, "turn_0004.json", "feedback", "a\xff", "\x1b"));
  EXPECT_EQ(verify_json(outcome, findings),
            R"({"run":"run_1","verified":false,"turns":6,"stories":5,"requests":6,"pictures":4,)"
            R"("not_drawn":2,"unwitnessed":0,"not_recorded":[[3,3],[5,400]],"seal":"3a7b",)"
            R"("findings":[{"turn":4,"file":"turn_0004.json","field":"feedback",)"
            R"("expected":"a)"
            "\xEF\xBF\xBD"
            R"(","got":"\u001b","text":""}],"more_findings":0,)"
            R"("notes":[{"turns":[[2,2]],"text":"degraded","unchecked":true},)"
            R"({"turns":[],"text":"of the run","unchecked":false}],"more_notes":0})"
            "\n");
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
