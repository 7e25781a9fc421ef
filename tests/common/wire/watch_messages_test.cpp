#include "common/wire/watch_messages.h"
#include <gtest/gtest.h>

namespace franz {
TEST(WatchEvent, SurvivesTheWire) {
  for (const char* const line : {R"({"event":"ready"})", R"({"event":"panic","why":"corner"})",
                                 R"({"event":"panic","why":"key"})", R"({"event":"resume"})",
                                 R"({"event":"trouble","text":"no key"})"}) {
    const auto event = parse_watch_event(line);
    ASSERT_TRUE(event.ok()) << line << ": " << event.error().message;
    EXPECT_EQ(to_json(event.value()), line);
  }
}

TEST(WatchEvent, NamesWhatIsWrong) {
  const struct {
    std::string line, told;
  } cases[] = {
      {R"({"event":"sleep"})", "/event: expected one of ready, panic, resume, trouble"},
      {R"({"event":"panic"})", "/why: expected one of corner, key"},
      {R"({"event":"trouble"})", "/text: expected a text"},
  };
  for (const auto& [line, told] : cases) {
    const auto event = parse_watch_event(line);
    ASSERT_FALSE(event.ok()) << line;
    EXPECT_EQ(event.error().message, told);
  }
}

TEST(WatchCommand, SurvivesTheWire) {
  const std::string line = R"({"command":"release"})";
  const auto command = parse_watch_command(line);
  ASSERT_TRUE(command.ok()) << command.error().message;
  EXPECT_EQ(to_json(command.value()), line);
  EXPECT_EQ(parse_watch_command(R"({"command":"sleep"})").error().message,
            "/command: expected one of release");
  EXPECT_FALSE(parse_watch_command("release").ok());
}
}  // namespace franz
