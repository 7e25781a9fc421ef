#include "proxy/offline/verify/record_check.h"
#include <gtest/gtest.h>
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
    const std::vector<Finding> findings = compare_records(made, recorded, false, false);
    ASSERT_EQ(findings.size(), 1U) << row.detail << row.story;
    EXPECT_EQ(findings.front().kind, row.kind) << row.detail << row.story;
  }
}
}  // namespace franz::proxy
