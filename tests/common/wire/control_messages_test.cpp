#include "common/wire/control_messages.h"
#include <gtest/gtest.h>

namespace franz {
TEST(ControlCommand, SurvivesTheWire) {
  for (const char* line :
       {R"({"command":"pause"})", R"({"command":"resume"})", R"({"command":"step"})",
        R"({"command":"stop"})", R"({"command":"note","text":"draw a \"dog\""})"})
    EXPECT_EQ(to_json(parse_control_command(line).value()), line);
}

TEST(ControlCommand, NamesWhatIsWrong) {
  const std::pair<std::string, std::string> cases[] = {
      {R"({"command":"jump"})", "/command: expected one of pause, resume, step, stop, note"},
      {R"({"command":"note"})", "/text: expected a text"},
      {R"({"command":"note","text":""})", "/text: expected 1..16384 bytes of text"},
      {R"(pause)", "expected one JSON object: no JSON at position 0"},
  };
  for (const auto& [line, expected] : cases) {
    const auto command = parse_control_command(line);
    EXPECT_EQ(command.ok() ? "valid" : command.error().message, expected) << "for " << line;
  }
}

TEST(LoopEvent, SurvivesTheWire) {
  for (
      const char* line :
      {R"({"event":"turn_started","turn":7,"attempt":1,"executor_in":{"turn":7}})",
       R"({"event":"turn_acted","turn":7,"executor_out":{"feedback":"OK"},"degraded":["capturer: x"],"note":null})",
       R"({"event":"turn_acted","turn":7,"executor_out":{},"degraded":[],"note":"look left"})",
       R"({"event":"turn_finished","turn":7,"timings_ms":{"model":12.5}})",
       R"({"event":"state","turn":7,"state":"backing_off","why":"503","until":"2026-01-31T12:00:00Z"})",
       R"({"event":"config","settings":{"model.temperature":0.7},"changes":["a"]})",
       R"({"event":"warning","text":"look"})"}) {
    const auto event = parse_loop_event(line);
    ASSERT_TRUE(event.ok()) << line << ": " << event.error().message;
    EXPECT_EQ(to_json(event.value()), line);
  }
}
}  // namespace franz
