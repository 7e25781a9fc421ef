#include "orchestrator/steps_app.h"
#include <gtest/gtest.h>
#include <filesystem>
#include "common/os/temporary_folder.h"
#include "common/run/recorded_step.h"
#include "common/run/run_files.h"
#include "common/run/steps_file.h"

namespace franz::orchestrator {
namespace {
TurnRecord record_of(int turn) {
  TurnRecord record;
  record.turn = turn;
  record.attempt = 1;
  record.time = "T";
  record.verdict = "ok";
  record.feedback = R"("OK.")";
  record.executor_out = R"({"feedback":"OK.","items":[],"answers":[]})";
  record.response.emplace();
  record.response->status = 200;
  record.response->text = "\"reply " + std::to_string(turn) + "\"";
  return record;
}

std::string line_of(int turn) { return to_json(recorded_step(record_of(turn)).value()) + "\n"; }

class Steps : public testing::Test {
 protected:
  Steps()
      : scratch_(TemporaryFolder::make("steps").value()),
        run_(RunDir::open(scratch_->path()).value()) {}

  void write(const std::string& name, const std::string& text) {
    ASSERT_TRUE(run_.folder().replace(name, text, Durability::buffered).ok());
  }
  std::string file() {
    const Result<std::string> text = run_.read(kStepsFile);
    return text.ok() ? text.value() : "none";
  }
  // Loads what a state after turn 3 needs; the failure, or the warnings.
  std::string load() {
    LoopState state;
    state.turn = 3;
    state.reply = Reply{R"("reply 3")", {}};
    std::string told;
    const auto steps = load_steps(run_, state, [&](const std::string& text) { told += text; });
    if (!steps.ok()) return steps.error().message;
    EXPECT_EQ(steps.value().size(), 3U);
    return told;
  }

  std::unique_ptr<TemporaryFolder> scratch_;
  RunDir run_;
  const std::string all_ = line_of(1) + line_of(2) + line_of(3);
};

TEST_F(Steps, AreReadAsTheyWereWritten) {
  StepsStore store(scratch_->path());
  std::vector<Step> steps;
  for (int turn = 1; turn <= 3; ++turn) {
    steps.push_back(recorded_step(record_of(turn)).value());
    ASSERT_TRUE(store.keep(steps).ok());
  }
  EXPECT_EQ(file(), all_);
  EXPECT_EQ(load(), "");
  EXPECT_EQ(file(), all_);
}

// A disk that takes nothing for a while, or a file that is gone: the next line repairs it.
TEST_F(Steps, AreWholeAgainWithTheNextOneThatIsKept) {
  namespace fs = std::filesystem;
  const fs::path path = fs::path(scratch_->path()) / kStepsFile;
  for (const bool fails : {true, false}) {
    StepsStore store(scratch_->path());
    std::vector<Step> steps = {recorded_step(record_of(1)).value()};
    ASSERT_TRUE(store.keep(steps).ok());
    fs::remove(path);
    if (fails) {
      fs::create_directory(path);
      steps.push_back(recorded_step(record_of(2)).value());
      EXPECT_FALSE(store.keep(steps).ok());
      fs::remove(path);
    } else {
      steps.push_back(recorded_step(record_of(2)).value());
    }
    steps.push_back(recorded_step(record_of(3)).value());
    ASSERT_TRUE(store.keep(steps).ok());
    EXPECT_EQ(file(), all_) << fails;
    fs::remove(path);
  }
}

// Part of a line is on the disk, and then there was no room.
TEST_F(Steps, AreWrittenAnewBehindATornLine) {
  StepsStore store(scratch_->path());
  std::vector<Step> steps = {recorded_step(record_of(1)).value()};
  ASSERT_TRUE(store.keep(steps).ok());
  write(kStepsFile, line_of(1) + line_of(2).substr(0, 9));
  steps.push_back(recorded_step(record_of(2)).value());
  ASSERT_TRUE(store.keep(steps).ok());
  EXPECT_EQ(file(), line_of(1) + line_of(2));
}

// Wherever a kill comes, the next start has the same file, with the records' help.
TEST_F(Steps, AreMendedAfterAKill) {
  for (int turn = 1; turn <= 3; ++turn) write(record_file(turn), to_json(record_of(turn)));
  const std::string ahead = all_ + line_of(4);
  for (std::size_t cut = 0; cut <= ahead.size(); cut += 9) {
    write(kStepsFile, ahead.substr(0, cut));
    const std::string told = load();
    EXPECT_EQ(told.empty(), cut >= all_.size()) << cut << told;
    EXPECT_EQ(file(), all_) << cut;
  }
}

TEST_F(Steps, FailWhereATurnIsLost) {
  write(kStepsFile, line_of(1));
  write(record_file(3), to_json(record_of(3)));
  EXPECT_EQ(load().find("steps.jsonl has no line of turn 2, and its record does not help: "), 0U);
  TurnRecord unread = record_of(2);
  unread.response->text = "null";
  write(record_file(2), to_json(unread));
  EXPECT_EQ(load(),
            "steps.jsonl has no line of turn 2, and its record does not help: turn_0002.json does "
            "not hold the reply to that turn");
  EXPECT_EQ(file(), line_of(1));
}
}  // namespace
}  // namespace franz::orchestrator
