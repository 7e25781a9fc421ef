#include "common/wire/person_input.h"
#include <gtest/gtest.h>

namespace franz {
TEST(PersonInput, SurvivesTheWire) {
  for (const char* line :
       {R"({"events":[]})", R"({"events":[{"type":"move","x":640,"y":0}]})",
        R"({"events":[{"type":"button","button":"middle","down":true,"x":1,"y":2}]})",
        R"({"events":[{"type":"wheel","direction":"left","notches":20,"x":1,"y":2}]})",
        R"({"events":[{"type":"key","key":"é","code":"KeyE","down":false}]})",
        R"({"events":[{"type":"text","text":"a \"b\"\n"},{"type":"release"}]})"}) {
    const auto events = parse_person_line(line);
    ASSERT_TRUE(events.ok()) << events.error().message << " for " << line;
    EXPECT_EQ(to_json(events.value()), line);
  }
}

TEST(PersonInput, NamesWhatIsWrong) {
  const auto with = [](const std::string& event) { return R"({"events":[)" + event + "]}"; };
  std::string many = R"({"type":"release"})";
  for (int i = 0; i < 256; ++i) many += R"(,{"type":"release"})";
  const std::pair<std::string, std::string> cases[] = {
      {"move", "expected one JSON object: no JSON at position 0"},
      {"{}", "/events: expected a list"},
      {with(many), "/events: expected at most 256 events"},
      {with(R"({"type":"jump"})"),
       "/events/0/type: expected one of move, button, wheel, key, text, release"},
      {with(R"({"type":"move","x":-1,"y":0})"), "/events/0/x: expected 0..32767"},
      {with(R"({"type":"move","x":1})"), "/events/0/y: expected 0..32767"},
      {with(R"({"type":"button","button":"x","down":true,"x":1,"y":1})"),
       "/events/0/button: expected one of left, middle, right"},
      {with(R"({"type":"wheel","direction":"up","notches":21,"x":1,"y":1})"),
       "/events/0/notches: expected 1..20"},
      {with(R"({"type":"key","key":"","code":"KeyA","down":true})"),
       "/events/0/key: expected 1..32 bytes of text"},
      {with(R"({"type":"key","key":"a","down":true})"), "/events/0/code: expected a text"},
      {with(R"({"type":"text","text":")" + std::string(16385, 'x') + R"("})"),
       "/events/0/text: expected 1..16384 bytes of text"},
  };
  for (const auto& [line, expected] : cases) {
    const auto events = parse_person_line(line);
    EXPECT_EQ(events.ok() ? "valid" : events.error().message, expected)
        << "for " << line.substr(0, 90);
  }
}

TEST(PersonInput, CountsWhatWasPressedAndNothingElse) {
  PersonCounts counts;
  counts.add(parse_person_line(R"({"events":[{"type":"move","x":1,"y":1},)"
                               R"({"type":"button","button":"left","down":true,"x":1,"y":1},)"
                               R"({"type":"button","button":"left","down":false,"x":1,"y":1},)"
                               R"({"type":"key","key":"a","code":"KeyA","down":true},)"
                               R"({"type":"key","key":"a","code":"KeyA","down":true},)"
                               R"({"type":"key","key":"a","code":"KeyA","down":false},)"
                               R"({"type":"wheel","direction":"up","notches":3,"x":1,"y":1},)"
                               R"({"type":"text","text":"hunter2"},{"type":"release"}]})")
                 .value());
  EXPECT_EQ(counts, (PersonCounts{1, 2, 1}));
  EXPECT_EQ(to_string(counts), "1 click, 2 keys, 1 text");
}

TEST(PersonInput, AnAnswerSaysWhatWasNotSent) {
  EXPECT_EQ(person_done_json(""), R"({"done":true})");
  EXPECT_EQ(parse_person_done(person_done_json("no key")).value(), "no key");
  EXPECT_EQ(parse_person_done(R"({"done":true})").value(), "");
  EXPECT_FALSE(parse_person_done("{}").ok());
}
}  // namespace franz
