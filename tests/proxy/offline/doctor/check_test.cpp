#include "proxy/offline/doctor/check.h"
#include <gtest/gtest.h>

namespace franz::proxy {
namespace {
TEST(CheckText, HasColumnsAndTheFixBelow) {
  EXPECT_EQ(check_text({"reply", CheckOutcome::ok, "came in 12 ms", ""}, Paint::plain),
            "✓ ok       reply           came in 12 ms\n");
  EXPECT_EQ(check_text({"relay port", CheckOutcome::failed, "cannot listen\ntaken by x",
                        "choose another\nor end x"},
                       Paint::plain),
            "✗ FAILED   relay port      cannot listen\n"
            "                           taken by x\n"
            "                           → choose another\n"
            "                             or end x\n");
  EXPECT_EQ(check_text({"stream", CheckOutcome::warning, "w", ""}, Paint::plain),
            "! warning  stream          w\n");
  EXPECT_EQ(check_text({"picture", CheckOutcome::skipped, "s", ""}, Paint::plain),
            "- skipped  picture         s\n");
}

TEST(CheckText, ColoursOnlyTheOutcomeAndEscapesControlCharacters) {
  EXPECT_EQ(check_text({"reply", CheckOutcome::ok, "\x1b[2J\a", ""}, Paint::colours),
            "\x1b[32m✓ ok      \x1b[0m reply            [2J \n");
}

TEST(Checks, AreCountedAndDecideTheExitCode) {
  std::vector<Check> checks = {{"a", CheckOutcome::ok, "", ""},
                               {"b", CheckOutcome::warning, "", ""},
                               {"c", CheckOutcome::warning, "", ""},
                               {"d", CheckOutcome::skipped, "", ""}};
  EXPECT_EQ(checks_summary(checks), "4 checks: 1 ok, 2 warnings, 1 skipped\n");
  EXPECT_FALSE(any_failed(checks));
  checks.push_back({"e", CheckOutcome::failed, "", ""});
  EXPECT_EQ(checks_summary(checks), "5 checks: 1 ok, 2 warnings, 1 FAILED, 1 skipped\n");
  EXPECT_TRUE(any_failed(checks));
}

TEST(ChecksJson, IsAnArrayForMachines) {
  EXPECT_EQ(checks_json({{"a", CheckOutcome::ok, "f\n", ""}, {"b", CheckOutcome::failed, "", "m"}}),
            "[{\"check\":\"a\",\"outcome\":\"ok\",\"found\":\"f\\n\",\"fix\":null},"
            "{\"check\":\"b\",\"outcome\":\"failed\",\"found\":\"\",\"fix\":\"m\"}]\n");
}
}  // namespace
}  // namespace franz::proxy
