#include "proxy/offline/verify/record_check.h"
#include <gtest/gtest.h>
#include <algorithm>
#include <string>
#include <vector>

namespace franz::proxy {
// A proxy that did not know a turn before it expected other messages than it saw.
TEST(RecordCheck, NeedsNoStoryWhereTurnsBeforeItWereNotKnown) {
  const std::string unknown = R"({"text":"turn 62 is not known"})";
  const struct {
    std::string verdict, detail, story;
    Finding::Kind kind;
  } rows[] = {
      {"unverifiable", unknown, "null", Finding::Kind::unchecked},
      {"unverifiable", unknown, R"("another")", Finding::Kind::bad},
      {"unverifiable", R"({"text":"it is longer than 16 MiB"})", "null", Finding::Kind::bad},
      {"ok", "null", "null", Finding::Kind::bad},
  };
  for (const auto& row : rows) {
    TurnRecord made;
    made.turn = 66;
    made.response.emplace();
    made.verdict = row.verdict;
    made.detail = row.detail;
    TurnRecord recorded = made;
    made.story = R"("the reply")";
    recorded.story = row.story;
    const std::vector<Finding> findings = compare_records(made, recorded, {false, false, true});
    ASSERT_EQ(findings.size(), 1U) << row.detail << row.story;
    EXPECT_EQ(findings.front().kind, row.kind) << row.detail << row.story;
  }
}

TEST(RecordCheck, NeedsNoFeedbackAndNoPictureThere) {
  TurnRecord made;
  made.turn = 66;
  made.response.emplace();
  made.verdict = "unverifiable";
  made.detail = R"({"text":"turn 62 is not known"})";
  TurnRecord recorded = made;
  made.feedback = R"("OK")";
  made.picture = RecordedPicture{"turn_0066.png", 9, "5f0c", 4, 3};
  const auto kinds_are = [&](Finding::Kind kind) {
    const std::vector<Finding> findings = compare_records(made, recorded, {false, false, true});
    return !findings.empty() &&
           std::ranges::all_of(findings, [kind](const Finding& each) { return each.kind == kind; });
  };
  EXPECT_TRUE(kinds_are(Finding::Kind::unchecked));
  for (const Finding& each : compare_records(made, recorded, {}))  // a run that began once
    EXPECT_EQ(each.kind, Finding::Kind::bad);
  made.verdict = recorded.verdict = "ok";
  EXPECT_TRUE(kinds_are(Finding::Kind::bad));
  made.verdict = recorded.verdict = "unverifiable";
  recorded.feedback = R"("KO")";
  recorded.picture = RecordedPicture{"turn_0066.png", 8, "5f0d", 5, 2};
  EXPECT_TRUE(kinds_are(Finding::Kind::bad));
}
}  // namespace franz::proxy
