// How a run resumes after a kill: the log, the state, and unlisted files.
#include <gtest/gtest.h>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/picture/canvas_file.h"
#include "common/run/run_files.h"
#include "common/run/start_run_app.h"
#include "common/run/step_json.h"
#include "common/wire/state_file.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
namespace fs = std::filesystem;

std::string id(int number) {
  std::string digits = std::to_string(number);
  return std::string(16 - digits.size(), '0') + digits;
}

class StartRun : public testing::Test {
 protected:
  void SetUp() override {
    runs_ = std::string(kTestOut) + "/start_run/" +
            testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(runs_);
    folder_ = join_path(runs_, "run_20260131_120000");
    ASSERT_TRUE(make_folders(folder_).ok());
  }
  void put(const std::string& name, const std::string& bytes) const {
    ASSERT_TRUE(replace_file(join_path(folder_, name), bytes, Durability::buffered).ok());
  }
  std::string file(const std::string& name) const {
    const Result<std::string> bytes = read_file(join_path(folder_, name));
    return bytes.ok() ? bytes.value() : "(missing)";
  }
  // A log of turns 1 to `turns`, each with one recorded attempt.
  void put_log(int turns, std::vector<RunEntry> more = {}) const {
    std::vector<RunEntry> entries = {
        BeginEntry{"93d8", "run_20260131_120000", "", "franz", "", {}, {}}};
    for (int turn = 1; turn <= turns; ++turn) {
      AttemptEntry attempt;
      attempt.turn = turn;
      attempt.attempt = 1;
      attempt.request = id(turn);
      attempt.after = turn == 1 ? "" : id(turn - 1);
      attempt.delivered = attempt.usable = true;
      const std::string name = record_file(turn, 1);
      put(name, "{}");
      attempt.files = {logged_file(name, "{}")};
      entries.emplace_back(attempt);
    }
    entries.insert(entries.end(), more.begin(), more.end());
    LogChain chain;
    std::string log;
    for (RunEntry& entry : entries) {
      const std::string line = chain.line("t", std::move(entry));
      chain.take(line);
      log += line + "\n";
    }
    put(kRunLog, log);
  }
  void put_state(int turn, const std::string& request, const std::string& step = "") const {
    LoopState state;
    state.turn = turn;
    state.request = request;
    if (turn > 0) state.reply = Reply{R"("a reply")", {}};
    if (!step.empty()) state.step = step;
    put(kStateFile, to_json(state));
  }
  auto resume() const { return resume_run(folder_, "proxy"); }
  std::string refusal() const {
    auto resumed = resume();
    return resumed.ok() ? "resumed"
                        : std::to_string(resumed.error().exit_code) + " " + resumed.error().text;
  }

  std::string runs_, folder_;
};

TEST_F(StartRun, FindsARunByItsFolderOrItsName) {
  put_log(0);
  ASSERT_TRUE(make_folders(join_path(runs_, "run_20260131_120001")).ok());  // has no log
  for (const std::string& name :
       {folder_, folder_ + "/", std::string("run_20260131_120000"), std::string("latest")})
    EXPECT_EQ(find_run(runs_, name).value(), folder_) << name;
  EXPECT_EQ(find_run(runs_, "other").error().message,
            "there is no run other: neither " + join_path("other", "run.jsonl") + " nor " +
                join_path(runs_, "other/run.jsonl") + " exists");
}

TEST_F(StartRun, ANewRunHasAnIdAndAFolder) {
  auto started = start_new_run(runs_, "proxy");
  ASSERT_TRUE(started.ok()) << started.error().text;
  EXPECT_FALSE(started.value().resumed);
  EXPECT_FALSE(started.value().about.run.empty());
  EXPECT_EQ(started.value().about.name, started.value().claim.name());
}

TEST_F(StartRun, AStateWithinTheLogLosesNothing) {
  put_log(3);
  const struct { int turn, request; } rows[] = {{0, 0}, {2, 2}, {3, 3}, {3, 0}, {2, 99}};
  for (const auto& [turn, request] : rows) {
    put_state(turn, request == 0 ? "" : id(request));
    auto resumed = resume();
    ASSERT_TRUE(resumed.ok()) << resumed.error().text;
    EXPECT_TRUE(resumed.value().units.empty()) << turn << " " << request;
  }
}

TEST_F(StartRun, AStateAheadOfTheLogIsLostWithItsReply) {
  put_log(3);
  Step step;
  step.turn = 4;
  step.feedback = "OK: 1 action executed.";
  put_state(4, id(44), to_json(step));
  auto resumed = resume();
  ASSERT_TRUE(resumed.ok()) << resumed.error().text;
  ASSERT_EQ(resumed.value().units.size(), 1U);
  const LogUnit& unit = resumed.value().units[0];
  const auto& lost = std::get<LostEntry>(unit.entry);
  EXPECT_EQ(lost.turn, 4);
  EXPECT_EQ(lost.attempt, 1);
  EXPECT_EQ(lost.request, id(44));
  ASSERT_EQ(unit.files.size(), 1U);
  EXPECT_EQ(*lost.file, logged_file("lost_0004-1.json", *unit.files[0].bytes));
  const Result<Step> read = parse_step(*unit.files[0].bytes);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value().reply.text, R"("a reply")");
  EXPECT_EQ(read.value().feedback, "OK: 1 action executed.");
  ASSERT_EQ(resumed.value().notes.size(), 1U);
  EXPECT_NE(resumed.value().notes[0].find("turn 4"), std::string::npos);
}

TEST_F(StartRun, ALaterAttemptAtTheLastTurnIsAlsoLost) {
  put_log(3);
  put_state(3, id(33));
  auto resumed = resume();
  ASSERT_TRUE(resumed.ok()) << resumed.error().text;
  ASSERT_EQ(resumed.value().units.size(), 1U);
  const auto& lost = std::get<LostEntry>(resumed.value().units[0].entry);
  EXPECT_EQ(std::pair(lost.turn, lost.attempt), std::pair(3, 2));
}

TEST_F(StartRun, TurnsBetweenTheLogAndTheStateAreLostAndTheCanvasIsKept) {
  put_log(1);
  put_state(3, id(33));
  const std::vector<std::uint8_t> canvas = black_canvas_file({8, 8});
  put(kCanvasFile, std::string(canvas.begin(), canvas.end()));
  put(kSandboxStateFile, "{}");
  auto resumed = resume();
  ASSERT_TRUE(resumed.ok()) << resumed.error().text;
  const std::vector<LogUnit>& units = resumed.value().units;
  ASSERT_EQ(units.size(), 3U);
  EXPECT_FALSE(std::get<LostEntry>(units[0].entry).file.has_value());
  EXPECT_TRUE(std::get<LostEntry>(units[1].entry).file.has_value());
  const auto& keyframe = std::get<KeyframeEntry>(units[2].entry);
  EXPECT_EQ(keyframe.turn, 4);
  ASSERT_EQ(units[2].files.size(), 2U);
  EXPECT_TRUE(units[2].files[0].bytes->starts_with("\x89PNG"));
  EXPECT_EQ(*units[2].files[1].bytes, "{}");
}

TEST_F(StartRun, UnlistedEvidenceIsQuarantined) {
  put_log(1);
  put("turn_0002.json", "{}");
  ASSERT_TRUE(make_folders(join_path(folder_, "exchange/000")).ok());
  put("exchange/000/0002-1.request", "POST");
  put("state.json.4711-1.tmp", "");
  put("notes.txt", "a person's");
  auto resumed = resume();
  ASSERT_TRUE(resumed.ok()) << resumed.error().text;
  EXPECT_EQ(file("turn_0002.json"), "{}");  // nothing is changed yet
  ASSERT_TRUE(prepare_folder(resumed.value()).ok());
  EXPECT_EQ(file("turn_0002.json"), "(missing)");
  EXPECT_EQ(file("unlisted/turn_0002.json"), "{}");
  EXPECT_EQ(file("unlisted/exchange_000_0002-1.request"), "POST");
  EXPECT_EQ(file("state.json.4711-1.tmp"), "(missing)");
  EXPECT_EQ(file("notes.txt"), "a person's");
  EXPECT_EQ(file("turn_0001.json"), "{}");
  ASSERT_EQ(resumed.value().notes.size(), 1U);
  EXPECT_TRUE(resumed.value().notes[0].starts_with("2 files that no line of the log lists"));
  put("turn_0002.json", "again");
  ASSERT_TRUE(prepare_folder(resumed.value()).ok());
  EXPECT_EQ(file("unlisted/turn_0002.json-2"), "again");
}

TEST_F(StartRun, ARunThatCannotResumeIsRefusedAndUnchanged) {
  EXPECT_TRUE(refusal().starts_with("2 ")) << refusal();  // no log
  put("run.json", "{}");
  EXPECT_NE(refusal().find("franz.run.v2"), std::string::npos) << refusal();
  EXPECT_NE(refusal().find("franz.run.v3"), std::string::npos) << refusal();
  put_log(2);
  const std::string log = file(kRunLog);
  std::string damaged = log;
  damaged[damaged.find("\"turn\":1,") + 7] = '3';
  put(kRunLog, damaged);
  EXPECT_TRUE(refusal().starts_with("3 " + join_path(folder_, "run.jsonl: line 3"))) << refusal();
  EXPECT_EQ(file(kRunLog), damaged);
  put(kRunLog, log + "{\"torn");
  EXPECT_EQ(refusal(), "resumed");
  put_log(0, {BeginEntry{"17aa", "", "", "", "mcp_server", {}, {}}});
  EXPECT_TRUE(refusal().starts_with("2 ")) << refusal();
  put_log(1);
  put_state(2000, id(99));
  EXPECT_TRUE(refusal().starts_with("3 ")) << refusal();
}

TEST_F(StartRun, OldRunsWithATitleOrTagsAreKept) {
  put_log(1);
  EXPECT_EQ(runs_to_remove(runs_, "run_20260201_000000", 1).value(),
            std::vector<std::string>{folder_});
  const std::string labels = join_path(runs_, kLabelsFile);
  const std::string tagged = R"({"run_20260131_120000":{"tags":["cat"]}})";
  ASSERT_TRUE(replace_file(labels, tagged, Durability::buffered).ok());
  EXPECT_TRUE(runs_to_remove(runs_, "run_20260201_000000", 1).value().empty());
  // If the labels cannot be read, no run is removed.
  ASSERT_TRUE(replace_file(labels, "{", Durability::buffered).ok());
  EXPECT_FALSE(runs_to_remove(runs_, "run_20260201_000000", 1).ok());
}

TEST_F(StartRun, OneProgramAtATimeWritesARun) {
  put_log(1);
  auto first = resume();
  ASSERT_TRUE(first.ok());
  EXPECT_TRUE(refusal().starts_with("3 " + folder_ + " is being written by another program"));
}
}  // namespace
}  // namespace franz
