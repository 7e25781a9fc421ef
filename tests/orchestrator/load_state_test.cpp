#include <gtest/gtest.h>
#include <filesystem>
#include <functional>
#include "common/base/base64.h"
#include "common/run/run_log_app.h"
#include "common/run/step_json.h"
#include "orchestrator/load_state_app.h"
#include "orchestrator/turn_request.h"
#include "tests/support/logged_run.h"
#include "tests/support/test_paths.h"

namespace franz::orchestrator {
namespace {
// A run whose requests continue one another.
TurnRecord record(int turn, int attempt = 1) {
  TurnRecord made = logged_record(turn, attempt);
  if (turn > 1) made.after = logged_record(turn - 1).request_id;
  made.executor_out = R"({"feedback":"OK: 1 action executed.","items":[],"answers":[]})";
  made.executor_in = "null";
  return made;
}

LoopState state_of(int turn, const std::string& request) {
  LoopState state;
  state.turn = turn;
  state.request = request;
  state.reply = Reply{"\"the state's own\"", {}};
  Step step;
  step.turn = turn;
  step.feedback = "from the state";
  state.step = to_json(step);
  return state;
}

class LoadState : public testing::Test {
 protected:
  LoadState()
      : run_(join_path(kTestOut,
                       std::string("load_state-") +
                           testing::UnitTest::GetInstance()->current_test_info()->name())) {}

  // "turn 2 by 0000000000020001" or the failure.
  std::string load() {
    const RunDir dir = RunDir::open(run_.folder()).value();
    const Result<LoadedLog> log = load_log(dir);
    if (!log.ok()) return log.error().message;
    Output output(Output::Copies::none);
    Result<LoopState> state = load_state(dir, log.value().story, output);
    if (!state.ok()) return state.error().message;
    state_ = std::move(state).value();
    return "turn " + std::to_string(state_.turn) + " by " + state_.request +
           (state_.acting ? " begun" : "");
  }
  // The feedback and reply of each step, or the failure.
  std::string steps() {
    const RunDir dir = RunDir::open(run_.folder()).value();
    const Result<std::vector<Step>> steps = load_steps(dir, load_log(dir).value().story, state_);
    if (!steps.ok()) return steps.error().message;
    std::string text;
    for (const Step& step : steps.value())
      text += std::to_string(step.turn) + " " + step.reply.text + " " + step.feedback + "\n";
    return text;
  }

  LoggedRun run_;
  LoopState state_;
};

TEST_F(LoadState, TakesTheNewerOfStateAndLog) {
  run_.attempt(record(1));
  run_.attempt(record(2));
  const std::string last = record(2).request_id, newest = "turn 2 by " + last;
  const std::string ahead = "00000000000000aa";
  const struct {
    std::string what, state, expected;
  } rows[] = {
      {"equal", to_json(state_of(2, last)), newest},
      {"one ahead", to_json(state_of(3, ahead)), "turn 3 by " + ahead},
      {"older", to_json(state_of(1, record(1).request_id)), newest},
      {"damaged", R"({"protocol":"franz.state.v3","turn":2,"story":"cut o)", newest},
      {"missing", "", newest},
      {"of another version", R"({"protocol":"franz.state.v2","turn":2})",
       run_.in("state.json") + ": /protocol: expected \"franz.state.v3\", got \"franz.state.v2\": "
                               "another version of FRANZ wrote it"},
  };
  for (const auto& row : rows) {
    std::filesystem::remove(run_.in("state.json"));
    if (!row.state.empty()) run_.write("state.json", row.state);
    EXPECT_EQ(load(), row.expected) << row.what;
  }
  EXPECT_TRUE(file_exists(run_.in("state.json.corrupt")));
}

TEST_F(LoadState, CountsARebuiltReplyAsBegunOnARealScreen) {
  for (const char* surface : {"sandbox", "desktop", "window"}) {
    TurnRecord made = record(1);
    Settings settings;
    settings.surface.kind = surface;
    made.executor_in = to_json_without_reply(turn_request({}, settings, "/run", "t"));
    run_ = LoggedRun(run_.folder());
    run_.attempt(made);
    EXPECT_EQ(load(),
              "turn 1 by " + made.request_id + (std::string(surface) == "sandbox" ? "" : " begun"))
        << surface;
    if (state_.acting) {
      EXPECT_EQ(state_.acting->turn, 2);
    }
  }
}

TEST_F(LoadState, RefusesWhereTheNewestReplyIsLostTwice) {
  run_.attempt(record(1));
  std::filesystem::remove(run_.in(record_file(1, 1)));
  EXPECT_NE(load().find("turn_0001.json"), std::string::npos);
  LostEntry lost{2, 1, "00000000000000aa", "killed", logged_file(lost_file(2, 1), "x")};
  run_.add(lost);
  EXPECT_EQ(load(), "state.json and the record of turn 2 are both lost");
}

TEST_F(LoadState, FindsTheStepsAlongTheReplies) {
  run_.attempt(record(1));
  run_.attempt(record(1, 2));  // the second request continues the first attempt
  run_.attempt(record(2));
  Step lost;
  lost.turn = 3;
  lost.reply.text = "\"kept\"";
  lost.feedback = "from the lost file";
  run_.write(lost_file(3, 1), to_json(lost));
  run_.add(
      LostEntry{3, 1, "00000000000000aa", "killed", logged_file(lost_file(3, 1), to_json(lost))});
  run_.write("state.json", to_json(state_of(4, "00000000000000bb")));
  EXPECT_EQ(load(), "turn 4 by 00000000000000bb");
  EXPECT_EQ(steps(),
            "1 \"reply 1\" OK: 1 action executed.\n2 \"reply 2\" OK: 1 action executed.\n"
            "3 \"kept\" from the lost file\n4 \"the state's own\" from the state\n");
  std::filesystem::remove(run_.in(record_file(2, 1)));
  EXPECT_EQ(steps().find("turn 2, which the memory needs, is lost: "), 0U) << steps();
}

TEST_F(LoadState, FindsThePictureOfAnyAttempt) {
  run_.write(picture_file(7, 1), "one");
  run_.write(picture_file(7, 3), "three");
  const RunDir dir = RunDir::open(run_.folder()).value();
  EXPECT_EQ(load_picture(dir, 7, {sha256_hex("three")}).value(), base64_encode("three"));
  EXPECT_EQ(load_picture(dir, 7, {sha256_hex("two")}).error().message,
            "no picture of turn 7 is the one that was sent");
}
}  // namespace
}  // namespace franz::orchestrator
