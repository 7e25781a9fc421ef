// A score in slices, without a scheduler: as an Indexed Job of Kubernetes starts them.
#include <gtest/gtest.h>
#include <filesystem>
#include <future>
#include "common/os/files.h"
#include "tests/process/running_proxy.h"
#include "tests/process/score_command.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
// Another file system than the bundle's, where there is one.
std::vector<std::pair<std::string, std::string>> other_temporary_folder() {
  if (!std::filesystem::is_directory("/dev/shm")) return {};
  return {{"TMPDIR", "/dev/shm"}};
}

// The digest of the plan, from the printed scripts.
std::string plan_of(const std::string& scripts) {
  const std::string flag = "--plan ";
  const std::size_t at = scripts.find(flag);
  EXPECT_NE(at, std::string::npos) << scripts;
  return at == std::string::npos ? "" : scripts.substr(at + flag.size(), 64);
}
// The only file in the bundle's ledger/.
std::string slice_file_in(const std::string& bundle) {
  const std::string folder = join_path(bundle, "ledger");
  const auto files = list_folder(folder);
  EXPECT_TRUE(files.ok() && files.value().size() == 1);
  return files.ok() && !files.value().empty() ? join_path(folder, files.value().front()) : "";
}
}  // namespace

TEST(SliceProcess, SlicesTogetherMeasureEveryTrialOnce) {
  const ScoreCommand command(test_folder(), other_temporary_folder());
  std::vector<std::string> score = command.consented({command.task("line"), "--repeat", "5"});
  std::vector<std::string> dry = score;
  dry.insert(dry.end(), {"--slurm", "--dry-run", "--per-task", "3"});
  const ChildOutcome scripts = command.run(dry);
  ASSERT_TRUE(scripts.end.ok()) << scripts.errors;
  EXPECT_NE(scripts.output.find("#SBATCH --array=0-1"), std::string::npos) << scripts.output;
  const std::string plan = plan_of(scripts.output);

  const auto slice = [&](const std::string& number, const std::string& digest) {
    return command.run({"score", "--out", command.bundle(), "--plan", digest, "--per-task", "3",
                        "--slice", number});
  };
  const ChildOutcome refused = slice("0", std::string(64, '0'));
  EXPECT_EQ(refused.end.code, 2);
  EXPECT_NE(refused.errors.find("to run the commands of its tasks, give --plan " + plan),
            std::string::npos)
      << refused.errors;
  EXPECT_NE(slice("2", plan).errors.find("--slice 2: no trials"), std::string::npos);
  // A scheduler may start a slice again although its first process still runs.
  std::vector<std::future<ChildOutcome>> slices;
  for (const char* const number : {"0", "0", "1"})
    slices.push_back(std::async(std::launch::async, slice, number, plan));
  for (auto& each : slices) {
    const ChildOutcome outcome = each.get();
    EXPECT_TRUE(outcome.end.ok()) << outcome.errors;
  }
  score.emplace_back("--collect");
  const ChildOutcome collected = command.run(score);
  EXPECT_TRUE(collected.end.ok()) << collected.errors;
  EXPECT_NE(collected.output.find("5/5"), std::string::npos) << collected.output;
  const ChildOutcome verified = command.run({"verify", command.bundle()});
  EXPECT_TRUE(verified.end.ok()) << verified.output;
  EXPECT_NE(verified.output.find("5 results of 5 planned trials"), std::string::npos)
      << verified.output;
  EXPECT_EQ(verified.output.find("not a part of the score"), std::string::npos) << verified.output;
  // Nothing is left to do, and the seal stays.
  const ChildOutcome again = command.run(score);
  EXPECT_EQ(again.output.find("line.1.1"), std::string::npos);
  EXPECT_EQ(printed_seal(again.output), printed_seal(collected.output));
}

TEST(SliceProcess, SeveralServersShareTheTrials) {
  const RunningDemo first(0), second(0);
  const ScoreCommand command(test_folder(), {}, "");
  std::vector<std::string> score =
      command.consented({command.task("line"), "--repeat", "4", "--turns", "2"});
  // Nothing listens on port 9 (discard).
  for (const std::string& url : {first.url, std::string("http://127.0.0.1:9"), second.url})
    score.insert(score.end(), {"--upstream", url});
  const ChildOutcome scored = command.run(score);
  ASSERT_TRUE(scored.end.ok()) << scored.errors << scored.output;
  EXPECT_NE(scored.output.find("4/4"), std::string::npos) << scored.output;
  const std::size_t servers = scored.output.find("\nserver ");
  ASSERT_NE(servers, std::string::npos) << scored.output;
  for (const std::string& url : {first.url, second.url})
    EXPECT_NE(scored.output.find(url, servers), std::string::npos) << scored.output;
  EXPECT_EQ(scored.output.find("127.0.0.1:9 ", servers), std::string::npos) << scored.output;
  EXPECT_TRUE(command.run({"verify", "--fast", command.bundle()}).end.ok());

  std::vector<std::string> wrong = score;
  wrong.insert(wrong.end(), {"--upstream", "ftp://127.0.0.1"});
  EXPECT_NE(command.run(wrong).errors.find("--upstream ftp://127.0.0.1"), std::string::npos);
}

// Results that the ledger does not have, or has otherwise, are named.
TEST(SliceProcess, VerifyComparesTheLedgerWithTheSlices) {
  const ScoreCommand command(test_folder());
  const std::vector<std::string> score = command.consented({command.task("line"), "--repeat", "2"});
  std::vector<std::string> dry = score, collect = score;
  dry.insert(dry.end(), {"--slurm", "--dry-run"});
  collect.emplace_back("--collect");
  const std::string plan = plan_of(command.run(dry).output);
  ASSERT_TRUE(command.run(collect).end.code == 3);  // nothing is measured yet
  ASSERT_TRUE(
      command.run({"score", "--out", command.bundle(), "--plan", plan, "--slice", "0"}).end.ok());
  const ChildOutcome late = command.run({"verify", "--fast", command.bundle()});
  EXPECT_EQ(late.end.code, 1);
  EXPECT_NE(late.output.find("the ledger does not have its result of line.1.1"), std::string::npos)
      << late.output;
  ASSERT_TRUE(command.run(collect).end.ok());
  ASSERT_TRUE(command.run({"verify", "--fast", command.bundle()}).end.ok());
  // A copied file is no other process's result.
  const std::string file = slice_file_in(command.bundle());
  const std::string copy = join_path(command.bundle(), "ledger/7-0-abcdef.jsonl");
  std::filesystem::copy_file(file, copy);
  const ChildOutcome copied = command.run(collect);
  EXPECT_NE(copied.errors.find("it is of another process or plan"), std::string::npos)
      << copied.errors;
  EXPECT_EQ(copied.output.find("superseded"), std::string::npos) << copied.output;
  EXPECT_TRUE(command.run({"verify", "--fast", command.bundle()}).end.ok());
  ASSERT_TRUE(remove_file(copy).ok());
  ASSERT_TRUE(remove_file(file).ok());
  const ChildOutcome without = command.run({"verify", "--fast", command.bundle()});
  EXPECT_EQ(without.end.code, 1);
  EXPECT_NE(without.output.find("it has another result of line.1.1 than the ledger"),
            std::string::npos)
      << without.output;
}

// A run that did not reach the bundle is no result, and is measured again.
TEST(SliceProcess, AResultWithoutItsRunIsMeasuredAgain) {
  const ScoreCommand command(test_folder());
  const std::vector<std::string> score = command.consented({command.task("line"), "--repeat", "1"});
  std::vector<std::string> dry = score, collect = score;
  dry.insert(dry.end(), {"--slurm", "--dry-run"});
  collect.emplace_back("--collect");
  const std::vector<std::string> slice = {
      "score",   "--out", command.bundle(), "--plan", plan_of(command.run(dry).output),
      "--slice", "0"};
  ASSERT_TRUE(command.run(slice).end.ok());
  std::filesystem::remove_all(join_path(command.bundle(), "runs"));
  const ChildOutcome refused = command.run(collect);
  EXPECT_EQ(refused.end.code, 3) << refused.output;
  EXPECT_NE(refused.errors.find(": line 2: "), std::string::npos) << refused.errors;
  const ChildOutcome again = command.run(slice);
  EXPECT_NE(again.output.find("line.1.1  success"), std::string::npos) << again.output;
  EXPECT_NE(command.run(collect).output.find("1/1"), std::string::npos);
}
}  // namespace franz
