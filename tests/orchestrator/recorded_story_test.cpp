#include "orchestrator/recorded_story.h"
#include <gtest/gtest.h>

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

TEST(RecordedStory, RefusesWhatHoldsNone) {
  EXPECT_EQ(recorded_story(R"({"protocol":"franz.state.v2"})").error().message,
            "/protocol: expected \"franz.turn.v2\"");
  EXPECT_EQ(recorded_story(R"({"protocol":"franz.turn.v2","turn":7,"response":{"text":null}})")
                .error()
                .message,
            "/response/text: expected a text");
}
}  // namespace franz::orchestrator
