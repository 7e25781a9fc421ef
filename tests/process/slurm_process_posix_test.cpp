// A score on a real Slurm, whose nodes are killed while it is measured.
#include <gtest/gtest.h>
#include <thread>
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/os/temporary_folder.h"
#include "tests/process/processes.h"
#include "tests/process/running_proxy.h"
#include "tests/process/score_command.h"
#include "tests/process/slurm_cluster.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
constexpr int kTrials = 300, kSlice = 10, kKills = 10;
constexpr int kApart = 25;  // results from kill to kill

// Its lines of results so far.
int results(RunningProgram& score) {
  const std::string output = score.output();
  int count = 0;
  for (std::size_t at = 0; (at = output.find("line.1.", at)) != std::string::npos; ++at) ++count;
  return count;
}

// Waits for `ready`, and meanwhile lets jobs that begin again do so at once instead of after a
// minute. False: the score ended, or it took too long.
bool wait_for(const SlurmCluster& slurm, const RunningProgram& score,
              const std::function<bool()>& ready) {
  const std::int64_t end = steady_time_ms() + 4 * std::chrono::milliseconds(kLongEnough).count();
  while (!ready()) {
    if (!is_alive(score.pid()) || steady_time_ms() > end) return false;
    const std::string waiting =
        slurm.ask("squeue", {"--noheader", "--array", "--states=PENDING", "--format=%A %r"});
    for (std::size_t at = waiting.find(" BeginTime"); at != std::string::npos;
         at = waiting.find(" BeginTime", at + 1)) {
      const std::size_t begin = waiting.rfind('\n', at) + 1;
      slurm.ask("scontrol",
                {"update", "JobId=" + waiting.substr(begin, at - begin), "StartTime=now"});
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  return true;
}
}  // namespace

TEST(SlurmScore, LosesAndCountsNothingTwiceWhenNodesAreKilled) {
  // Slurm's sockets need a short path.
  const auto folder = TemporaryFolder::make("slurm");
  ASSERT_TRUE(folder.ok()) << folder.error().message;
  const auto started = SlurmCluster::start(folder.value()->path());
  ASSERT_TRUE(started.ok()) << started.error().message;
  SlurmCluster& slurm = *started.value();
  const ScoreCommand command(test_folder(), slurm.environment());

  RunningProgram score(
      "proxy",
      command.consented({command.task("line"), "--slurm", "--repeat", std::to_string(kTrials),
                         "--per-task", std::to_string(kSlice)}),
      command.environment());
  for (int kill = 0; kill < kKills; ++kill) {
    const auto reaches = [&score](int wanted) {
      return [&score, wanted] { return results(score) >= wanted; };
    };
    ASSERT_TRUE(wait_for(slurm, score, reaches(kApart * kill + kApart / 3)))
        << score.errors() << slurm.jobs();
    // With its jobs every second time; otherwise they go on, while Slurm begins them again.
    slurm.kill_node(kill % 2, kill % 4 < 2);
    ASSERT_TRUE(wait_for(slurm, score, reaches(kApart * kill + 2 * kApart / 3)))
        << score.errors() << slurm.jobs();
    slurm.start_node(kill % 2);
  }
  wait_for(slurm, score, [] { return false; });
  const auto end = score.wait_for_end();
  ASSERT_TRUE(end) << results(score) << " results\n" << score.errors() << slurm.jobs();
  ASSERT_TRUE(end->ok()) << score.errors();
  // A try that failed for another reason has its own line.
  EXPECT_GE(results(score), kTrials);

  const ChildOutcome verified = command.run({"verify", "--fast", command.bundle()});
  EXPECT_TRUE(verified.end.ok()) << verified.output;
  EXPECT_NE(verified.output.find(std::to_string(kTrials) + " results of " +
                                 std::to_string(kTrials) + " planned trials"),
            std::string::npos)
      << verified.output;
}

// A program that no node has ends the trial, not the score.
TEST(SlurmScore, ASkippedTrialIsNotTriedAgain) {
  const auto folder = TemporaryFolder::make("slurm");
  ASSERT_TRUE(folder.ok()) << folder.error().message;
  const auto started = SlurmCluster::start(folder.value()->path());
  ASSERT_TRUE(started.ok()) << started.error().message;
  const ScoreCommand command(test_folder(), started.value()->environment());
  command.add_task("absent", R"("needs":["no-such-program"])");
  const ChildOutcome scored =
      command.run(command.consented({command.tasks(), "--slurm", "--repeat", "1"}));
  EXPECT_TRUE(scored.end.ok()) << scored.errors;
  EXPECT_NE(scored.output.find("1 trial skipped"), std::string::npos) << scored.output;
  EXPECT_NE(scored.output.find("1/1"), std::string::npos) << scored.output;
}

TEST(SlurmScore, AFailedCheckGivesOneMessage) {
  const auto folder = TemporaryFolder::make("slurm");
  ASSERT_TRUE(folder.ok()) << folder.error().message;
  const auto started = SlurmCluster::start(folder.value()->path());
  ASSERT_TRUE(started.ok()) << started.error().message;
  // Nothing answers at this address, which is no loopback address, and no packet leaves.
  const ScoreCommand command(test_folder(), started.value()->environment(), "");
  const ChildOutcome failed = command.run(command.consented(
      {command.task("line"), "--slurm", "--repeat", "4", "--upstream", "http://0.0.0.1:9"}));
  EXPECT_EQ(failed.end.code, 3) << failed.output << failed.errors;
  EXPECT_NE(failed.errors.find("0.0.0.1:9"), std::string::npos) << failed.errors;
  EXPECT_NE(failed.errors.find("the check of a node failed: "), std::string::npos) << failed.errors;
  EXPECT_EQ(failed.errors.find("slices-"), std::string::npos) << failed.errors;
}
}  // namespace franz
