#include "common/wire/state_file.h"
#include <gtest/gtest.h>
#include "common/base/sha256.h"
#include "common/wire/limits.h"

namespace franz {
TEST(StateFile, KeepsTheStoryToTheByte) {
  const std::string stories[] = {
      R"("")",
      R"("plain")",
      R"("\ud83d alone, \u0000, \/, \u003c, mixed \u00e9 é")",
      "\"not UTF-8: \xFF\xC0\"",
      R"("{\"looks\":\"like JSON\"} </script>\r\n")",
      "\"" + std::string(kMaxReply, 'x') + "\"",
  };
  for (const std::string& story : stories) {
    LoopState state;
    state.turn = 6;
    state.reply = Reply{story, {}};
    state.seen = Seen{{0, 0, 1920, 1080}, {512, 288}};
    state.acting = Acting{7, R"({"turn":7})", std::nullopt};
    const auto back = parse_loop_state(to_json(state));
    ASSERT_TRUE(back.ok()) << back.error().message;
    EXPECT_EQ(back.value().reply->text, story);
    EXPECT_EQ(to_json(back.value()), to_json(state));
  }
}

TEST(StateFile, KeepsAKnownPointer) {
  LoopState state;
  EXPECT_EQ(to_json(state).find("pointer"), std::string::npos);
  state.pointer = MapPoint{1000 / 3.0, 1000};
  EXPECT_NE(to_json(state).find(R"("pointer":[333.3333333333333,1000])"), std::string::npos);
  EXPECT_EQ(parse_loop_state(to_json(state)).value().pointer, state.pointer);
}

TEST(StateFile, KeepsWhichRequestWasAnsweredAndTheStep) {
  LoopState state;
  EXPECT_NE(to_json(state).find(R"("request":null)"), std::string::npos);
  EXPECT_NE(to_json(state).find(R"("step":null)"), std::string::npos);
  state.request = "0123456789abcdef";
  state.step = R"({"turn":6,"feedback":"OK."})";
  const auto back = parse_loop_state(to_json(state));
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_EQ(back.value().request, state.request);
  EXPECT_EQ(to_json(back.value()), to_json(state));
}

TEST(StateFile, KeepsHowTheReplyEndedAndThatTheModelWasAskedBack) {
  LoopState state;
  for (const char* member : {"finish_reason", "asked_back"})
    EXPECT_EQ(to_json(state).find(member), std::string::npos) << member;
  state.finish_reason = "length";
  state.asked_back = true;
  const auto back = parse_loop_state(to_json(state));
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_EQ(back.value().finish_reason, "length");
  EXPECT_TRUE(back.value().asked_back);
}

TEST(StateFile, RefusesAChangedStory) {
  LoopState state;
  state.turn = 1;
  state.reply = Reply{R"("was")", {}};
  std::string json = to_json(state);
  json.replace(json.find("was"), 3, "is!");
  EXPECT_EQ(parse_loop_state(json).error().message,
            "/story_sha256: expected the digest of the story, " + sha256_hex(R"("is!")"));
}

TEST(StateFile, RefusesAStoryOver16MiB) {
  LoopState state;
  state.turn = 1;
  state.reply = Reply{"\"" + std::string(kMaxReply + 1, 'x') + "\"", {}};
  EXPECT_EQ(parse_loop_state(to_json(state)).error().message,
            "/story: expected at most 16777216 bytes of text");
}

TEST(StateFile, KeepsCallsToTheByteAndDetectsChanges) {
  LoopState state;
  state.turn = 6;
  state.reply = Reply{R"("")",
                      {{R"("c\/1")", R"("click")", R"("{\"x\": \ud83d}")"},
                       {R"("")", R"("drag")", R"({ "x" : 1.50 })"}}};
  const std::string json = to_json(state);
  const auto back = parse_loop_state(json);
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_EQ(back.value().reply, state.reply);
  const std::pair<std::string, std::string> edits[] = {
      {"c\\/1", "c\\/2"}, {"click", "clack"}, {"1.50", "1.51"}};
  for (const auto& [was, is] : edits) {
    std::string edited = json;
    edited.replace(edited.find(was), was.size(), is);
    const auto read = parse_loop_state(edited);
    ASSERT_FALSE(read.ok()) << edited;
    EXPECT_EQ(read.error().message.find("/story_sha256: expected the digest of the story, "), 0U);
  }
}

TEST(StateFile, KeepsThatTheRunIsOver) {
  LoopState state;
  state.turn = 6;
  state.reply.emplace();
  state.acting = Acting{7, R"({"turn":7})", std::nullopt};
  state.finish = Finish{FinishReason::limit, "6 turns are made"};
  const auto back = parse_loop_state(to_json(state));
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_EQ(back.value().finish, state.finish);
}

TEST(StateFile, HasNoStoryBeforeTheFirstReply) {
  const auto back = parse_loop_state(to_json(LoopState{}));
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_FALSE(back.value().reply.has_value());
  LoopState state;
  state.reply.emplace();
  EXPECT_EQ(parse_loop_state(to_json(state)).error().message,
            "/story: expected null before the first turn");
}

TEST(StateFile, NamesTheFirstWrongField) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "expected one JSON object: no JSON at position 0"},
      {"{}", "/protocol: expected \"franz.state.v3\""},
      {R"({"protocol":"franz.state.v2"})",
       "/protocol: expected \"franz.state.v3\", got \"franz.state.v2\": another version of FRANZ "
       "wrote it"},
      {R"({"protocol":"franz.state.v3","turn":0,"request":"7"})",
       "/request: expected 16 hexadecimal digits"},
      {R"({"protocol":"franz.state.v3","turn":-1})", "/turn: expected 0..999999999"},
      {R"({"protocol":"franz.state.v3","turn":1,"story":null})", "/story: expected a text"},
      {R"({"protocol":"franz.state.v3","turn":1,"story":"a","story":"b"})", "/story: given twice"},
  };
  for (const auto& [json, expected] : cases) {
    const auto state = parse_loop_state(json);
    EXPECT_EQ(state.ok() ? "valid" : state.error().message, expected) << "for " << json;
  }
}
}  // namespace franz
