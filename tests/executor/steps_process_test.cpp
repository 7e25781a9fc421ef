// The dialect `steps` through the real executor and capturer, in the sandbox.
#include <gtest/gtest.h>
#include <filesystem>
#include <string>
#include "common/base/json_string.h"
#include "common/os/child_process.h"
#include "common/tools/tool_registry.h"
#include "common/wire/executor_messages.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
namespace fs = std::filesystem;

class StepsProcess : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(kTestOut) / "executor_steps" /
              testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }

  // The result of a reply in the next turn of the run.
  ExecutorReply turn(const std::string& reply) {
    ExecutorRequest request;
    request.options.turn = ++turn_;
    request.options.run_dir = folder_.generic_string();
    request.options.time = "2026-01-31T12:00:00Z";
    request.options.picture = request.options.canvas = {320, 180};
    request.options.marks = {false, false, false};
    request.options.coordinates = {Coordinates::Kind::pixels, 1000, 0};
    request.options.seen = Seen{{0, 0, 320, 180}, {320, 180}};
    request.dialect = "steps";
    for (const Tool& each : all_tools()) request.tools.emplace_back(each.name, true);
    request.reply = Reply{quote_json(reply), {}};
    request.pointer = pointer_;
    const ChildOutcome outcome =
        run_child({kExecutor, {}, {}, ""}, to_json(request), std::chrono::seconds(60));
    EXPECT_TRUE(outcome.end.ok()) << outcome.errors;
    const Result<ExecutorReply> answer = parse_executor_reply(outcome.output);
    EXPECT_TRUE(answer.ok()) << (answer.ok() ? "" : answer.error().message);
    if (!answer.ok()) return {};
    EXPECT_FALSE(answer.value().screenshot_b64.empty());
    pointer_ = answer.value().pointer;
    return answer.value();
  }

  fs::path folder_;
  int turn_ = 0;
  std::optional<MapPoint> pointer_;
};

std::string mouse(const std::string& args) {
  return R"({"tool":"mouse","args":{)" + args + R"(},"human_readable_justification":"to draw"})";
}

// The items: step, outcome, call.
std::string shown(const ExecutorReply& reply) {
  std::string text;
  for (const ActionItem& item : reply.items)
    text += std::to_string(item.line) + " " + std::string(outcome_name(item.outcome)) + " " +
            item.call.value_or("-") + "\n";
  return text;
}
}  // namespace

TEST_F(StepsProcess, ADragStartsWhereTheLastTurnLeftThePointer) {
  ExecutorReply reply = turn("{\"steps\":[" + mouse(R"("x":0,"y":0)") + "]}");
  EXPECT_EQ(shown(reply), "1 done left_click(0, 0)\n");
  EXPECT_EQ(reply.feedback, "");
  EXPECT_EQ(reply.pointer, (MapPoint{0, 0}));
  const std::string dot = reply.plain_sha256;

  // A turn without moves does not change the position.
  reply = turn("{\"steps\":[");
  EXPECT_EQ(shown(reply), "");
  EXPECT_EQ(reply.feedback, "reply: the JSON ends too early, at character 11: ]} is missing");
  EXPECT_EQ(reply.error->kind, "malformed_reply");
  EXPECT_EQ(reply.pointer, (MapPoint{0, 0}));
  EXPECT_EQ(reply.plain_sha256, dot);

  reply = turn("{\"steps\":[" + mouse(R"("x":319,"y":179,"action":"drag")") + "]}");
  EXPECT_EQ(shown(reply), "1 done drag(0, 0, 1000, 1000)\n");
  EXPECT_EQ(reply.items.at(0).from, (Point{0, 0}));
  EXPECT_EQ(reply.items.at(0).to, (Point{319, 179}));
  EXPECT_EQ(reply.items.at(0).note, "to draw");
  EXPECT_EQ(reply.items.at(0).written, R"(mouse {"x":319,"y":179,"action":"drag"})");
  EXPECT_NE(reply.plain_sha256, dot);
}

TEST_F(StepsProcess, TheStepsOfTheLastReplyArePerformed) {
  const ExecutorReply reply = turn("<think>It is finished.</think>{\"steps\":[" +
                                   mouse(R"("x":0,"y":0,"clicks":3)") + "],\"done\":\"Drawn.\"}");
  EXPECT_EQ(shown(reply), "1 done double_left_click(0, 0)\n1 done left_click(0, 0)\n");
  EXPECT_EQ(reply.done, "Drawn.");
  EXPECT_EQ(reply.passed_over, std::vector<std::string>{"thoughts"});
  EXPECT_FALSE(reply.error);
}

TEST_F(StepsProcess, PerformsNothingOfAMalformedReply) {
  const std::string nothing = turn("{\"done\":false}").plain_sha256;
  const ExecutorReply reply =
      turn("{\"steps\":[" + mouse(R"("x":10,"y":10)") + "," + mouse(R"("x":"12px","y":10)") + "]}");
  EXPECT_EQ(reply.feedback, "steps[1].args.x: expected an integer, got \"12px\"");
  EXPECT_EQ(shown(reply), "");
  EXPECT_EQ(reply.plain_sha256, nothing);
  EXPECT_EQ(reply.pointer, std::nullopt);
}

TEST_F(StepsProcess, AnUnknownToolDoesNotAffectTheOtherSteps) {
  const ExecutorReply reply = turn(
      "{\"steps\":[{\"tool\":\"clik\",\"args\":{},\"human_readable_"
      "justification\":\"a\"}," +
      mouse(R"("x":319,"y":0)") + "]}");
  EXPECT_EQ(shown(reply), "1 malformed -\n2 done left_click(1000, 0)\n");
  EXPECT_TRUE(reply.feedback.starts_with(
      "steps[0].tool: there is no tool \"clik\"; did you mean mouse? The tools are: mouse, "))
      << reply.feedback;
  EXPECT_EQ(reply.items.at(0).why, reply.feedback);
  EXPECT_FALSE(reply.error);
}
}  // namespace franz
