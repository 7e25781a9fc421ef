#include "common/wire/control_messages.h"
#include <gtest/gtest.h>
#include "common/wire/flag_values.h"

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
       R"({"event":"turn_acted","turn":7,"executor_out":{"feedback":"OK"},"degraded":["capturer: x"],"note":null,"memory":null})",
       R"({"event":"turn_acted","turn":7,"executor_out":{},"degraded":[],"note":"look left","memory":{"name":"sst","options":{"keep_pictures":3,"keep_thinks":2},"objective":"a \u0001 cat","turns_left":4}})",
       R"({"event":"turn_closed","turn":7,"finished":{"reason":"done","code":0,"text":"done: it is drawn"},"screenshot_b64":"aGk="})",
       R"({"event":"turn_finished","turn":7,"timings_ms":{"model":12.5}})",
       R"({"event":"state","turn":7,"state":"backing_off","why":"503","until":"2026-01-31T12:00:00Z"})",
       R"({"event":"config","settings":{"model.temperature":0.7},"changes":["a"]})",
       R"({"event":"config","settings":{"model.temperature":0.7},"sources":{"model.temperature":"config.ini:14"},"changes":[]})",
       R"({"event":"config","settings":{},"changes":[],"system":{"turn":7,"sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","cause":"prompt"}})",
       R"({"event":"warning","text":"look"})",
       R"({"event":"finished","reason":"limit","code":10,"text":"12 turns are made"})"}) {
    const auto event = parse_loop_event(line);
    ASSERT_TRUE(event.ok()) << line << ": " << event.error().message;
    EXPECT_EQ(to_json(event.value()), line);
  }
}
TEST(LoopEvent, FinishesForOneReasonWithItsCode) {
  const auto read = [](const char* line) {
    const auto event = parse_loop_event(line);
    return event.ok() ? "exit " + std::to_string(exit_code(event.value().finish.reason))
                      : event.error().message;
  };
  EXPECT_EQ(read(R"({"event":"finished","reason":"done","code":0,"text":""})"), "exit 0");
  EXPECT_EQ(read(R"({"event":"finished","reason":"done","code":3,"text":""})"),
            "/code: expected 0..0");
  EXPECT_EQ(read(R"({"event":"finished","reason":"bored","code":0,"text":""})"),
            "/reason: expected one of done, limit, turns, time, stopped");
}

TEST(FlagValues, ReadWhatTheyWrote) {
  const std::string json =
      R"([{"flag":"--upstream","section":"proxy","key":"upstream","value":"demo"},)"
      R"({"flag":"run.json","section":"surface","key":"canvas","value":"1920x1080"}])";
  const auto flags = parse_flag_values(json);
  ASSERT_TRUE(flags.ok()) << flags.error().message;
  EXPECT_EQ(to_json(flags.value()), json);
  EXPECT_EQ(parse_flag_values("[]").value().size(), 0U);
  EXPECT_EQ(parse_flag_values(R"([{"flag":7}])").error().message, "/flags/0/flag: expected a text");
}
}  // namespace franz
