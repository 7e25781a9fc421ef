#include "proxy/offline/score/slice_log.h"
#include <gtest/gtest.h>
#include <string>
#include <vector>
#include "proxy/offline/score/model_servers.h"
#include "proxy/offline/score/slurm.h"

namespace franz::proxy {
namespace {
constexpr const char* kTime = "2026-11-29T12:00:00.000Z";
const std::string kDigest(64, 'a');

SliceHead head() { return {kDigest, {3, 1, "5fd1c9"}, 20, "node7"}; }

SliceEnd measured(const std::string& trial) {
  SliceEnd end{trial, 1, slice_run_folder(head().process, trial, 1), {}, 0};
  end.end.success = true;
  end.end.partial = 1;
  end.end.run_seal = kDigest;
  end.end.upstream = "http://10.0.0.7:8000";
  end.end.requests = 5;
  end.end.waited = 12.25;
  return end;
}
}  // namespace

TEST(SliceLog, HasTheNamesOfItsProcess) {
  const SliceProcess process{3, 1, "5fd1c9"};
  EXPECT_EQ(slice_file(process), "ledger/3-1-5fd1c9.jsonl");
  EXPECT_EQ(slice_run_folder(process, "form.2.1", 1), "form.2.1-s3-1-5fd1c9");
  EXPECT_EQ(slice_run_folder(process, "form.2.1", 2), "form.2.1-s3-1-5fd1c9-2");
  EXPECT_EQ(read_slice_file("3-1-5fd1c9.jsonl"), process);
  for (const char* const other :
       {"3-1-5fd1c9", "03-1-5fd1c9.jsonl", "3-+1-5fd1c9.jsonl", "-3-1-5fd1c9.jsonl",
        "3-1-5FD1C9.jsonl", "3-1-5fd1c.jsonl", "3-1.jsonl", ".jsonl", "../3-1-5fd1c9.jsonl",
        "99999999999999-1-5fd1c9.jsonl"})
    EXPECT_FALSE(read_slice_file(other)) << other;
}

TEST(SliceLog, DividesTheTrials) {
  std::vector<Trial> trials;
  for (int i = 0; i < 45; ++i) trials.push_back({i, 1, 1});
  EXPECT_EQ(slice_count(45, 20), 3U);
  EXPECT_EQ(slice_count(40, 20), 2U);
  EXPECT_EQ(slice_trials(trials, 0, 20).size(), 20U);
  ASSERT_EQ(slice_trials(trials, 2, 20).size(), 5U);
  EXPECT_EQ(slice_trials(trials, 2, 20).front().task, 40);
  EXPECT_TRUE(slice_trials(trials, 3, 20).empty());
}

TEST(SliceLog, IsAChainThatReadsBack) {
  SliceLog log;
  ASSERT_TRUE(log.take(log.line(kTime, head())).ok());
  const std::string line = log.line(kTime, measured("form.1.1"));
  ASSERT_TRUE(log.take(line).ok());
  SliceEnd without = measured("form.1.2");
  without.folder = "";
  ASSERT_TRUE(log.take(log.line(kTime, without)).ok());
  EXPECT_EQ(log.head(), head());
  ASSERT_EQ(log.ends().size(), 2U);
  EXPECT_EQ(log.ends()[0].end, measured("form.1.1").end);
  EXPECT_EQ(log.ends()[0].folder, "form.1.1-s3-1-5fd1c9");
  EXPECT_EQ(log.ends()[0].line, 2);
  EXPECT_EQ(log.ends()[1].folder, "");
  // The same line again does not follow.
  EXPECT_FALSE(log.take(line).ok());
  EXPECT_EQ(log.ends().size(), 2U);
}

TEST(SliceLog, RefusesOtherLines) {
  const auto with = [](const std::string& from, const std::string& to) {
    SliceLog log;
    EXPECT_TRUE(log.take(log.line(kTime, head())).ok());
    std::string line = log.line(kTime, measured("form.1.1"));
    const std::size_t at = line.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    const Status taken = log.take(line.replace(at, from.size(), to));
    return taken.ok() ? "" : taken.error().message;
  };
  EXPECT_EQ(with("\"kind\":\"ended\"", "\"kind\":\"slice\""),
            "/kind: the first line, and no other, is \"slice\"");
  EXPECT_TRUE(with("\"folder\":\"form", "\"folder\":\"../x").starts_with("/folder: expected"));
  EXPECT_TRUE(with("\"try\":1", "\"try\":0").starts_with("/try: expected"));
  EXPECT_TRUE(with("\"requests\":5", "\"requests\":-5").starts_with("/requests: expected"));
  SliceLog log;
  EXPECT_FALSE(log.take(log.line(kTime, measured("form.1.1"))).ok());
  SliceHead other = head();
  other.process.random = "xyz";
  EXPECT_FALSE(log.take(log.line(kTime, other)).ok());
}

TEST(Slurm, ReadsTheLimitsOfACluster) {
  const SlurmLimits limits = read_slurm_limits(
      "Configuration data as of 2026-11-29T19:03:36\nMaxArraySize            = 1001\n"
      "MaxJobCount             = 500\nSlurmdTimeout           = 120 sec\nMaxTasksPerNode = 512\n");
  EXPECT_EQ(limits.max_array, 1001);
  EXPECT_EQ(limits.max_jobs, 500);
  EXPECT_EQ(limits.dead_s, 120);
  EXPECT_EQ(read_slurm_limits("").max_jobs, 10'000);
  EXPECT_EQ(read_slurm_limits("MaxJobCount = many").max_jobs, 10'000);
}

TEST(Slurm, EnlargesSlicesToTheLimits) {
  EXPECT_EQ(fitting_slice(300, 20, {}), 20);
  EXPECT_EQ(fitting_slice(100'000, 20, {}), 100);           // 1001 indices
  EXPECT_EQ(fitting_slice(1000, 1, {1001, 101, 300}), 10);  // one job is the check
  EXPECT_EQ(fitting_slice(10, 1, {0, 0, 300}), 10);
}

TEST(Slurm, WritesArraysAndScripts) {
  EXPECT_EQ(array_text({0, 1, 2, 5, 7, 8}), "0-2,5,7-8");
  EXPECT_EQ(array_text({4}), "4");
  SlurmScript script;
  script.name = "franz-b1";
  script.folder = "/home/x y";
  script.log = "/home/x/b1/slurm/slices-%A_%a.log";
  script.array = "0-2";
  script.time = "2:00:00";
  script.more = {"--mem=4G"};
  script.words = {"/opt/franz/proxy", "score", "--out", "it's here"};
  script.last_word = "\"$SLURM_ARRAY_TASK_ID\"";
  EXPECT_EQ(slurm_script(script),
            "#!/bin/sh\n"
            "#SBATCH --job-name=franz-b1\n"
            "#SBATCH --chdir='/home/x y'\n"
            "#SBATCH --output=/home/x/b1/slurm/slices-%A_%a.log\n"
            "#SBATCH --open-mode=append\n"
            "#SBATCH --array=0-2\n"
            "#SBATCH --time=2:00:00\n"
            "#SBATCH --requeue\n"
            "#SBATCH --signal=B:TERM@60\n"
            "#SBATCH --mem=4G\n"
            "\n"
            "exec /opt/franz/proxy score --out 'it'\\''s here' \"$SLURM_ARRAY_TASK_ID\"\n");
}

TEST(Slurm, ReadsJobs) {
  EXPECT_EQ(read_job_id("123\n"), "123");
  EXPECT_EQ(read_job_id("123;east\n"), "123");
  EXPECT_EQ(read_job_id("Submitted batch job 123"), "");
  const SlurmJobs jobs =
      read_squeue("RUNNING None\nPENDING Resources\nCOMPLETING None\nREQUEUED\n\n");
  EXPECT_EQ(jobs.running, 2);
  EXPECT_EQ(jobs.pending, 2);
  EXPECT_EQ(jobs.held, "");
  EXPECT_FALSE(read_squeue("").any());
  EXPECT_EQ(read_squeue("RUNNING None\nPENDING launch failed requeued held\n").held,
            "launch failed requeued held");
  EXPECT_EQ(read_squeue("PENDING JobHeldUser\n").held, "JobHeldUser");
}

TEST(ModelServers, LeavesADeadOneOutForAMinute) {
  ModelServers servers({"a", "b", "c"});
  std::string asked;
  std::string dead = "b";
  const auto probe = [&](const std::string& url) {
    asked += url;
    return dead.find(url) == std::string::npos;
  };
  EXPECT_EQ(servers.choose(0, 1000, probe), "a");
  EXPECT_EQ(servers.choose(1, 1000, probe), "c");
  EXPECT_EQ(asked, "abc");
  EXPECT_EQ(servers.choose(4, 60'999, probe), "c");
  EXPECT_EQ(asked, "abcc");
  dead = "";
  EXPECT_EQ(servers.choose(4, 61'000, probe), "b");
  dead = "abc";
  EXPECT_EQ(servers.choose(0, 70'000, probe), std::nullopt);
  asked = "";
  EXPECT_EQ(servers.choose(0, 129'999, probe), std::nullopt);
  EXPECT_EQ(asked, "");
  dead = "ab";
  EXPECT_EQ(servers.choose(0, 130'000, probe), "c");
  EXPECT_FALSE(ModelServers({"a"}).has_choice());
}
}  // namespace franz::proxy
