#include "common/wire/status_messages.h"
#include <gtest/gtest.h>

namespace franz {
TEST(RunStatus, SurvivesTheWire) {
  const char* const lines[] = {
      R"j({"state":"starting","why":"","turn":0,"step":"","justification":""})j",
      R"j({"state":"paused","why":"you took over","turn":7,"step":"type(\"a\nb\")","justification":"東京"})j",
  };
  for (const char* const line : lines) {
    const auto status = parse_run_status(line);
    ASSERT_TRUE(status.ok()) << line << ": " << status.error().message;
    EXPECT_EQ(to_json(status.value()), line);
  }
  EXPECT_EQ(status_shown_line(3), R"j({"shown":3})j");
}
}  // namespace franz
