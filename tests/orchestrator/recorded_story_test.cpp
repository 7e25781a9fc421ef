#include "orchestrator/recorded_story.h"
#include <gtest/gtest.h>
#include "orchestrator/turn_request.h"

namespace franz::orchestrator {
TEST(RecordedStory, IsTheRecordsReplyToTheByte) {
  const auto state = recorded_story(
      R"({"protocol":"franz.turn.v2","turn":7,"sst":{"text":"\ud83d"},"response":{"text":"\udc31 \/",)"
      R"("calls":[{"id":"c\/1","name":"click","arguments":"{\"x\":\u0031}"}]}})");
  ASSERT_TRUE(state.ok()) << state.error().message;
  EXPECT_EQ(state.value().turn, 7);
  EXPECT_EQ(state.value().reply->text, R"("\udc31 \/")");
  EXPECT_EQ(calls_json(state.value().reply->calls),
            R"([{"id":"c\/1","name":"click","arguments":"{\"x\":\u0031}"}])");
}

TEST(RecordedStory, KnowsHowTheReplyEndedAndWhetherTheModelWasAskedBack) {
  const struct {
    std::string finish_reason, error, expected;
  } cases[] = {
      {R"("stop")", "null", "stop"},
      {"null", R"({"class":"malformed_reply","text":"x"})", ""},
      {R"("length")", R"({"class":"asked_back","text":"x"})", "length, asked back"},
  };
  for (const auto& [finish_reason, error, expected] : cases) {
    const LoopState state =
        recorded_story(R"({"protocol":"franz.turn.v2","turn":7,"response":{"text":"",)"
                       R"("finish_reason":)" +
                       finish_reason + R"(},"executor":{"in":null,"out":{"error":)" + error + "}}}")
            .value();
    EXPECT_EQ(state.finish_reason + (state.asked_back ? ", asked back" : ""), expected);
  }
}

TEST(RecordedStory, KnowsWhereThePointerWasLeft) {
  const auto pointer_of = [](const std::string& executor) {
    return recorded_story(R"({"protocol":"franz.turn.v2","turn":7,"response":{"text":""},)"
                          R"("executor":)" +
                          executor + "}")
        .value()
        .pointer;
  };
  EXPECT_EQ(pointer_of(R"({"in":{"pointer":[1,2]},"out":{"pointer":[3,4]}})"), (MapPoint{3, 4}));
  // An executor that died told none: it is where it was.
  EXPECT_EQ(pointer_of(R"({"in":{"pointer":[1,2]},"out":{}})"), (MapPoint{1, 2}));
  EXPECT_EQ(pointer_of(R"({"in":null,"out":null})"), std::nullopt);
}

// On a real screen the reply may be performed already, wholly or in part.
TEST(RecordedStory, CountsTheNextTurnAsBegunWhereNothingIsDoneTwice) {
  const auto story = [](const std::string& surface) {
    ExecutorRequest request;
    request.options.turn = 7;
    request.options.surface = surface;
    request.options.picture = {512, 288};
    request.options.run_dir = "/run";
    request.pointer = MapPoint{1, 2};
    return recorded_story(R"({"protocol":"franz.turn.v2","turn":7,"response":{"text":"r",)"
                          R"("finish_reason":"length"},)"
                          R"("executor":{"in":)" +
                          to_json_without_reply(request) + R"(,"out":{"pointer":[3,4]}}})")
        .value();
  };
  EXPECT_FALSE(story("sandbox").acting);
  const LoopState state = story("desktop");
  ASSERT_TRUE(state.acting);
  EXPECT_EQ(state.acting->turn, 8);
  EXPECT_FALSE(state.acting->result);
  Settings settings;
  settings.surface.kind = "desktop";
  const auto again = repeated_request(state, settings, "/run", {});
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(again.value().mode, ActingMode::interrupted);
  EXPECT_EQ(again.value().options.turn, 8);
  EXPECT_EQ(again.value().pointer, (MapPoint{3, 4}));
  EXPECT_EQ(again.value().finish_reason, "length");
}

TEST(RecordedStory, RefusesWhatHoldsNone) {
  EXPECT_EQ(recorded_story(R"({"protocol":"franz.state.v2"})").error().message,
            "/protocol: expected \"franz.turn.v2\"");
  EXPECT_EQ(recorded_story(R"({"protocol":"franz.turn.v2","turn":7,"response":{"text":null}})")
                .error()
                .message,
            "/response/text: expected a text");
}
}  // namespace franz::orchestrator
