// proxy score as it ships: trials as processes of their own, a bundle that proves its table, and a
// score that continues after a kill.
#include <gtest/gtest.h>
#include <filesystem>
#include <optional>
#include "common/os/child_process.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "tests/process/running_proxy.h"
#include "tests/process/score_command.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
using std::chrono::milliseconds;

// A line from top to bottom, which the solution does not draw.
constexpr const char* kWrong = R"json({"id":"wrong","instruction":"Draw a line from top to bottom.",
"evaluator":{"func":"check_json","result":{"type":"canvas"},"expected":{"type":"rule",
"rules":{"expect":[{"key":["box","top"],"method":"le","ref":300}]}}},
"solution":[["drag(200, 500, 800, 500)"]],"franz":{"surface":"sandbox"}})json";

class ScoreProcess : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = test_folder();
    command_.emplace(folder_);
    command_->add_file("wrong", kWrong);
  }

  std::string tasks() const { return command_->tasks(); }
  std::string task(const std::string& id) const { return command_->task(id); }
  std::string bundle() const { return command_->bundle(); }
  ChildOutcome run(std::vector<std::string> arguments) const {
    return command_->run(std::move(arguments));
  }
  // A score of these tasks by their solutions.
  ChildOutcome score(
      const std::vector<std::string>& arguments, const std::string& program = "proxy",
      const std::vector<std::pair<std::string, std::string>>& environment = {}) const {
    return command_->run(command_->consented(arguments), program, environment);
  }

  void change(const std::string& name, const std::string& from, const std::string& to) const {
    const std::string path = join_path(bundle(), name);
    Result<std::string> text = read_file(path);
    ASSERT_TRUE(text.ok()) << text.error().message;
    std::string changed = std::move(text).value();
    const std::size_t at = changed.find(from);
    ASSERT_NE(at, std::string::npos) << name << " has no " << from;
    changed.replace(at, from.size(), to);
    ASSERT_TRUE(replace_file(path, changed, Durability::buffered).ok());
  }

  std::string folder_;
  std::optional<ScoreCommand> command_;
};

TEST_F(ScoreProcess, MeasuresTasksAndProvesItsTable) {
  const ChildOutcome scored = score({tasks(), "--repeat", "2", "--parallel", "2"});
  ASSERT_TRUE(scored.end.ok()) << scored.errors << scored.output;
  for (const char* const part :
       {"line   ", "2/2", "0/2", "success", "50.0 %", "limit 2", "No intervals"})
    EXPECT_NE(scored.output.find(part), std::string::npos) << part << scored.output;
  const std::string seal = printed_seal(scored.output);
  ASSERT_EQ(seal.size(), 64U) << scored.output;

  const ChildOutcome verified = run({"verify", bundle(), "--seal", seal});
  EXPECT_TRUE(verified.end.ok()) << verified.output << verified.errors;
  EXPECT_NE(verified.output.find("4 results of 4 planned trials, 4 runs checked"),
            std::string::npos)
      << verified.output;
  // The same command again measures nothing more, and the seal stays.
  const ChildOutcome again = score({tasks(), "--repeat", "2"});
  EXPECT_TRUE(again.end.ok()) << again.errors;
  EXPECT_EQ(again.output.find("line.1.1 "), std::string::npos) << again.output;
  EXPECT_EQ(printed_seal(again.output), seal);
  // Another command is refused, and leaves the bundle as it is.
  const ChildOutcome other = score({tasks(), "--repeat", "3"});
  EXPECT_EQ(other.end.code, 2);
  EXPECT_NE(other.errors.find("another plan (repeat: 2 and 3)"), std::string::npos) << other.errors;
  EXPECT_TRUE(run({"verify", "--fast", bundle(), "--seal", seal}).end.ok());
}

// Refused before a trial begins, so that no folder is made.
TEST_F(ScoreProcess, AWrongCommandMeasuresNothing) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> rows = {
      {{"--set", "model.temprature=1"}, "--set model.temprature=1"},
      {{"--set", "model.temperature=warm"}, "--set model.temperature=warm"},
      {{"--set", "temperature"}, "expected SECTION.KEY=VALUE"},
      {{"--max-cost", "1"}, "--max-cost needs [model] input_price and output_price"},
      {{"--only", "none-*"}, "no task is left to measure"},
  };
  for (const auto& [more, why] : rows) {
    std::vector<std::string> arguments{"score", "zenity-entry", "--out", bundle()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ChildOutcome refused = run(arguments);
    EXPECT_EQ(refused.end.code, 2) << why << refused.output;
    EXPECT_NE(refused.errors.find(why), std::string::npos) << why << ": " << refused.errors;
  }
  EXPECT_FALSE(folder_exists(bundle()));
}

// A result without its run, a run that is counted twice, and a link instead of a run.
TEST_F(ScoreProcess, AResultNeedsARunOfItsOwn) {
  const ChildOutcome scored = score({task("line"), "--repeat", "2"});
  ASSERT_TRUE(scored.end.ok()) << scored.errors << scored.output;
  const std::string first = join_path(bundle(), "runs/line.1.1");
  const std::string second = join_path(bundle(), "runs/line.1.2");
  std::filesystem::remove_all(second);
  EXPECT_EQ(run({"verify", "--fast", bundle()}).end.code, 1);
  std::filesystem::copy(first, second, std::filesystem::copy_options::recursive);
  const ChildOutcome copied = run({"verify", "--fast", bundle()});
  EXPECT_NE(copied.output.find("it was recorded as line.1.1"), std::string::npos) << copied.output;
#ifndef _WIN32
  std::filesystem::remove_all(second);
  std::filesystem::create_directory_symlink(first, second);
  const ChildOutcome linked = run({"verify", "--fast", bundle()});
  EXPECT_NE(linked.output.find("it is not a folder"), std::string::npos) << linked.output;
#endif
}

// A run that another program's file was made into proves nothing about a trial.
TEST_F(ScoreProcess, AnImportedRunIsNoTrial) {
  const ChildOutcome scored = score({task("line"), "--repeat", "1"});
  ASSERT_TRUE(scored.end.ok()) << scored.errors << scored.output;
  const std::string runs = join_path(bundle(), "runs"), out = join_path(folder_, "atif");
  ASSERT_TRUE(run({"export", join_path(runs, "line.1.1"), out, "--format", "atif"}).end.ok());
  std::filesystem::remove_all(join_path(runs, "line.1.1"));
  const ChildOutcome imported =
      run({"import", join_path(out, "trajectory.json"), "--runs", runs, "--name", "line.1.1"});
  ASSERT_TRUE(imported.end.ok()) << imported.errors;
  const ChildOutcome verified = run({"verify", "--fast", bundle()});
  EXPECT_EQ(verified.end.code, 1);
  EXPECT_NE(verified.output.find("it was imported: nothing of it was witnessed"), std::string::npos)
      << verified.output;
}

TEST_F(ScoreProcess, NamesEveryChangedByte) {
  const ChildOutcome scored = score({tasks(), "--repeat", "1"});
  ASSERT_TRUE(scored.end.ok()) << scored.errors << scored.output;
  const std::string seal = printed_seal(scored.output);
  const std::string whole = join_path(folder_, "whole");
  std::filesystem::copy(bundle(), whole, std::filesystem::copy_options::recursive);
  struct Case {
    const char *file, *from, *to, *named;
  };
  const Case cases[] = {
      {"table.json", "\"success\":0.5", "\"success\":0.9", "table.json"},
      {"ledger.jsonl", "\"success\":false", "\"success\":true ", "ledger.jsonl: line"},
      {"tasks/line/line.json", "\"ref\":300", "\"ref\":900", "tasks/line/line.json"},
      {"runs/wrong.1.1/task_result.json", "\"success\":false", "\"success\":true ",
       "runs/wrong.1.1"},
      {"runs/line.1.1/turn_0001.json", "\"turn\":1", "\"turn\":2", "runs/line.1.1"},
  };
  for (const Case& each : cases) {
    std::filesystem::remove_all(bundle());
    std::filesystem::copy(whole, bundle(), std::filesystem::copy_options::recursive);
    change(each.file, each.from, each.to);
    const ChildOutcome verified = run({"verify", bundle(), "--seal", seal});
    EXPECT_EQ(verified.end.code, 1) << each.file << verified.output;
    EXPECT_NE(verified.output.find(each.named), std::string::npos) << each.file << verified.output;
  }
  // A result that is left out: the ledger's last lines are cut.
  std::filesystem::remove_all(bundle());
  std::filesystem::copy(whole, bundle(), std::filesystem::copy_options::recursive);
  std::string ledger = read_file(join_path(bundle(), "ledger.jsonl")).value();
  ledger.resize(ledger.find("{\"seq\":5,"));
  ASSERT_TRUE(replace_file(join_path(bundle(), "ledger.jsonl"), ledger, Durability::buffered).ok());
  EXPECT_EQ(run({"verify", bundle(), "--seal", seal}).end.code, 1);
}

#ifndef _WIN32
TEST_F(ScoreProcess, IsTheSameAsAnArchive) {
  const ChildOutcome scored =
      score({task("line"), "--repeat", "1", "--out", bundle() + ".tar.zst"});
  ASSERT_TRUE(scored.end.ok()) << scored.errors << scored.output;
  const std::string seal = printed_seal(scored.output);
  std::filesystem::remove_all(bundle());
  const ChildOutcome verified = run({"verify", bundle() + ".tar.zst", "--seal", seal});
  const ChildOutcome compared = run({"compare", bundle() + ".tar.zst", bundle() + ".tar.zst"});
  EXPECT_TRUE(compared.end.ok()) << compared.errors;
  const std::string atif = join_path(folder_, "atif");
  EXPECT_TRUE(run({"export", bundle() + ".tar.zst", atif, "--format", "atif"}).end.ok());
  EXPECT_TRUE(verified.end.ok()) << verified.output << verified.errors;
}

// The program is killed at each of its disk writes, once each; the score then continues, and counts
// each trial once.
TEST_F(ScoreProcess, ContinuesAfterAKillAtAnyWrite) {
  // Under a name of its own, so that the proxies of the trials are not killed.
  const std::string name = "score_" + std::to_string(getpid());
  const std::string linked = join_path(kBinDir, name);
  std::filesystem::create_hard_link(join_path(kBinDir, "proxy"), linked);
  const std::string count = join_path(folder_, "steps");
  int kills = 0;
  for (int step = 1;; ++step) {
    std::filesystem::remove_all(bundle());
    std::filesystem::remove(count);
    const ChildOutcome first = score({task("line"), "--repeat", "1"}, name,
                                     {{"FRANZ_TEST_KILL_PROGRAM", name},
                                      {"FRANZ_TEST_KILL_COUNT", count},
                                      {"FRANZ_TEST_KILL_AT", std::to_string(step)}});
    if (first.end.kind != ChildEnd::Kind::killed) break;
    ++kills;
    const ChildOutcome second = score({task("line"), "--repeat", "1"}, name);
    ASSERT_TRUE(second.end.ok()) << step << ": " << second.errors << second.output;
    EXPECT_NE(second.output.find("1/1"), std::string::npos) << step << second.output;
    const ChildOutcome verified =
        run({"verify", "--fast", bundle(), "--seal", printed_seal(second.output)});
    EXPECT_TRUE(verified.end.ok()) << step << verified.output;
  }
  std::filesystem::remove(linked);
  EXPECT_GT(kills, 10);
}
#endif
}  // namespace
}  // namespace franz
