#include "proxy/status_window/status_lines.h"
#include <gtest/gtest.h>

namespace franz::status_window {
namespace {
using Lines = std::vector<std::string>;

Lines lines_of(std::string_view line) {
  const Result<RunStatus> status = parse_run_status(line);
  return status.ok() ? status_lines(status.value()) : Lines{"refused: " + status.error().message};
}
}  // namespace

TEST(StatusLines, ShowStateTurnStepAndReason) {
  const struct {
    std::string line;
    Lines lines;
  } rows[] = {
      {R"j({"state":"starting","why":"","turn":0,"step":"","justification":""})j",
       {"FRANZ  starting"}},
      {R"j({"state":"thinking","why":"","turn":7,"step":"left_click(500, 300)","justification":"the name"})j",
       {"FRANZ  turn 7  thinking", "step: left_click(500, 300)", "reason: the name"}},
      {R"j({"state":"backing_off","why":"HTTP 503","turn":7,"step":"","justification":""})j",
       {"FRANZ  turn 7  backing off", "state: HTTP 503"}},
      {R"j({"state":"paused","why":"you took over","turn":2,"step":"type(\"a\")","justification":""})j",
       {"FRANZ  turn 2  paused", "state: you took over", "step: type(\"a\")"}},
      // The model's text begins no line, and hides or reverses no text.
      {R"j({"state":"acting","why":"","turn":1,"step":"a\nFRANZ  turn 9  paused","justification":"\u202eabc\u200b\u0007"})j",
       {"FRANZ  turn 1  acting", "step: a\\u000aFRANZ  turn 9  paused",
        "reason: \\u202eabc\\u200b\\u0007"}},
      {R"j({"state":"sleeping","why":"","turn":1,"step":"","justification":""})j",
       {"refused: /state: expected one of starting, acting, asking, thinking, backing_off, "
        "waiting, paused, finished"}},
      {R"j({"state":"acting","why":"","turn":-1,"step":"","justification":""})j",
       {"refused: /turn: expected 0..2147483647"}},
      {R"j({"state":"acting","turn":1,"step":"","justification":""})j",
       {"refused: /why: expected a text"}},
      {"[]", {"refused: expected one JSON object"}},
  };
  for (const auto& [line, lines] : rows) EXPECT_EQ(lines_of(line), lines) << line;
}

TEST(StatusLines, AreCut) {
  RunStatus status{"acting", "", 1, std::string(5000, 'x'), ""};
  for (int i = 0; i < 2000; ++i) status.justification += "\xE2\x80\xAE";  // U+202E
  const Lines lines = status_lines(status);
  ASSERT_EQ(lines.size(), 3U);
  for (const std::string& line : lines) EXPECT_LE(line.size(), kMaxLine);
  EXPECT_TRUE(lines[1].ends_with("xx…")) << lines[1];
  EXPECT_TRUE(lines[2].starts_with("reason: \\u202e\\u202e")) << lines[2];
}
}  // namespace franz::status_window
