// The orchestrator without a proxy writes the same run folder as a proxy.
#include <gtest/gtest.h>
#include <filesystem>
#include "common/os/files.h"
#include "common/run/run_files.h"
#include "tests/process/processes.h"
#include "tests/process/run_log_reader.h"
#include "tests/process/running_proxy.h"

namespace franz {
namespace {
namespace fs = std::filesystem;
using Environment = std::vector<std::pair<std::string, std::string>>;

// `folder`: empty if the orchestrator should create one.
class Orchestrator : public RunningProgram {
 public:
  Orchestrator(const std::string& model, const std::string& folder,
               std::vector<std::string> arguments = {}, const Environment& environment = {})
      : RunningProgram("orchestrator", with(model, folder, std::move(arguments)), environment) {}

  void wait_for_turn(int turn) {
    wait_for(R"("event":"turn_finished","turn":)" + std::to_string(turn) + ",");
  }
  // Returns true if it ended with exit code 0.
  bool ends_well() {
    const auto end = wait_for_end();
    return end && end->ok();
  }

 private:
  static std::vector<std::string> with(const std::string& model, const std::string& folder,
                                       std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--vlm", model});
    if (!folder.empty()) arguments.insert(arguments.end(), {"--run-dir", folder});
    return arguments;
  }
};

std::string bytes_of(const std::string& folder, const std::string& name) {
  const Result<std::string> bytes = read_file(join_path(folder, name));
  EXPECT_TRUE(bytes.ok()) << name;
  return bytes.ok() ? bytes.value() : "";
}

// Runs a proxy command, expects exit code `code` and returns the output.
std::string output_of(std::vector<std::string> arguments, int code = 0) {
  const std::string command = arguments.front();
  RunningProgram program("proxy", std::move(arguments));
  const auto end = program.wait_for_end();
  EXPECT_TRUE(end && end->kind == ChildEnd::Kind::exited && end->code == code)
      << command << "\n"
      << program.output() << program.errors();
  return program.output() + program.errors();
}
}  // namespace

TEST(OrchestratorAlone, RecordsARunThatVerifyAccepts) {
  const std::string folder = join_path(test_folder(), "run");
  const RunningDemo demo;
  Orchestrator orchestrator(demo.url, folder, {"--turns", "4"});
  ASSERT_TRUE(orchestrator.ends_well()) << orchestrator.errors();
  EXPECT_EQ(verdicts(folder), "unwitnessed unwitnessed unwitnessed unwitnessed");
  const std::string seal = seal_of(folder);
  EXPECT_NE(orchestrator.errors().find("info: seal " + seal), std::string::npos)
      << orchestrator.errors();
  for (const char* name :
       {"run.jsonl", "SHA256SUMS", "orchestrator.log", "turn_0004.png", "turns_0001_0004.json",
        "exchange/000/0004-1.request", "exchange/000/0004-1.response"})
    EXPECT_TRUE(file_exists(join_path(folder, name))) << name;
  const std::string report = output_of({"verify", folder, "--seal", seal});
  EXPECT_NE(report.find("4 turns verified: 3 stories, 4 requests, 4 pictures drawn again; sealed"),
            std::string::npos)
      << report;
  EXPECT_NE(output_of({"verify", folder, "--strict"}, 1).find("no relay saw"), std::string::npos);
}

TEST(OrchestratorAlone, IsResumedByAProxyAndBack) {
  const std::string folder = join_path(test_folder(), "run_20260101_120000");
  const RunningDemo demo;
  Orchestrator first(demo.url, folder, {"--turns", "2"});
  ASSERT_TRUE(first.ends_well()) << first.errors();
  const std::string id = facts_of(folder).run;
  RunningProxy proxy({"--upstream", "demo", "--resume", folder, "--turns", "4"});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  Orchestrator last(demo.url, folder, {"--turns", "6"});
  ASSERT_TRUE(last.ends_well()) << last.errors();
  EXPECT_EQ(verdicts(folder), "unwitnessed unwitnessed ok ok unwitnessed unwitnessed");
  EXPECT_EQ(facts_of(folder).run, id);
  const std::string report = output_of({"verify", folder});
  EXPECT_NE(report.find("6 turns verified: 5 stories, 6 requests, 6 pictures drawn again; sealed"),
            std::string::npos)
      << report;
}

TEST(OrchestratorAlone, RunIsExportedAndForkedLikeAnyOther) {
  const std::string folder = join_path(test_folder(), "run");
  const RunningDemo demo;
  Orchestrator orchestrator(demo.url, folder, {"--turns", "3"});
  ASSERT_TRUE(orchestrator.ends_well()) << orchestrator.errors();
  const std::string page = join_path(test_folder(), "run.html");
  output_of({"export", folder, page});
  EXPECT_NE(read_file(page).value().find("unwitnessed"), std::string::npos);
  const std::string runs = join_path(test_folder(), "forks");
  output_of({"fork", folder, "--at", "2", "--runs", runs});
  const Result<std::vector<std::string>> forks = list_folder(runs);
  ASSERT_TRUE(forks.ok() && forks.value().size() == 1);
  const std::string fork = join_path(runs, forks.value()[0]);
  Orchestrator goes_on(demo.url, fork, {"--turns", "3"});
  ASSERT_TRUE(goes_on.ends_well()) << goes_on.errors();
  EXPECT_NE(output_of({"verify", fork}).find("3 turns verified"), std::string::npos);
}

TEST(OrchestratorAlone, CreatesARunFolderAndRemovesOldOnes) {
  const std::string runs = join_path(test_folder(), "runs");
  const RunningDemo demo;
  const Environment environment = {{"FRANZ_PROXY_RUNS", runs}, {"FRANZ_PROXY_KEEP_RUNS", "1"}};
  std::vector<std::string> made;
  for (int i = 0; i < 2; ++i) {
    Orchestrator orchestrator(demo.url, "", {"--turns", "1"}, environment);
    ASSERT_TRUE(orchestrator.ends_well()) << orchestrator.errors();
    const Result<std::vector<std::string>> names = list_folder(runs);
    ASSERT_TRUE(names.ok() && names.value().size() == 1) << orchestrator.errors();
    const std::string folder = join_path(runs, names.value()[0]);
    EXPECT_NE(orchestrator.errors().find("info: run " + folder), std::string::npos);
    EXPECT_EQ(verdicts(folder), "unwitnessed");
    made.push_back(folder);
  }
  EXPECT_NE(made[0], made[1]);
}

TEST(OrchestratorAlone, RefusesAFolderThatIsNotARun) {
  const std::string folder = join_path(test_folder(), "mine");
  ASSERT_TRUE(make_folders(join_path(folder, "sub")).ok());
  for (const char* name : {"notes.tmp", "sub/x.tmp"}) {
    ASSERT_TRUE(replace_file(join_path(folder, name), "kept", Durability::buffered).ok());
    Orchestrator orchestrator("http://127.0.0.1:9", folder, {"--profile", "franz"});
    const auto end = orchestrator.wait_for_end();
    ASSERT_TRUE(end.has_value());
    EXPECT_EQ(end->code, 3);
    EXPECT_NE(orchestrator.errors().find("is not empty and not a run: it contains notes.tmp"),
              std::string::npos)
        << orchestrator.errors();
    EXPECT_EQ(bytes_of(folder, name), "kept");
  }
}

TEST(OrchestratorAlone, RefusesAFolderInUse) {
  const std::string folder = join_path(test_folder(), "run");
  const RunningDemo demo;
  Orchestrator orchestrator(demo.url, folder);
  orchestrator.wait_for_turn(1);
  const std::string who = "is being written by another program (orchestrator, process " +
                          std::to_string(orchestrator.pid()) + ")";
  Orchestrator second(demo.url, folder);
  const auto end = second.wait_for_end();
  ASSERT_TRUE(end.has_value());
  EXPECT_EQ(end->code, 3);
  EXPECT_NE(second.errors().find(who), std::string::npos) << second.errors();
  RunningProxy proxy({"--upstream", "demo", "--resume", folder});
  const auto refused = proxy.wait_for_end();
  ASSERT_TRUE(refused.has_value());
  EXPECT_EQ(refused->code, 3);
  EXPECT_NE(proxy.errors().find(who), std::string::npos) << proxy.errors();
  // An orchestrator started by a proxy is also refused while another one is still running.
  RunningProgram beside("orchestrator", {"--vlm", "http://127.0.0.1:9"},
                        {{"FRANZ_RUN_DIR", folder}, {"FRANZ_RUN_ID", facts_of(folder).run}});
  const auto kept_out = beside.wait_for_end();
  ASSERT_TRUE(kept_out.has_value());
  EXPECT_EQ(kept_out->code, 3);
  EXPECT_NE(beside.errors().find("process " + std::to_string(orchestrator.pid())),
            std::string::npos)
      << beside.errors();
  press_ctrl_c(orchestrator.pid());
  EXPECT_TRUE(orchestrator.ends_well()) << orchestrator.errors();
  for (const char* const lock : {kLockFile, kStateLockFile})
    EXPECT_FALSE(file_exists(join_path(folder, lock))) << lock;
}

TEST(OrchestratorAlone, SealsTheRunOnCtrlCDuringAReply) {
  const std::string folder = join_path(test_folder(), "run");
  {
    const RunningDemo demo;
    Orchestrator first(demo.url, folder, {"--turns", "2"});
    ASSERT_TRUE(first.ends_well()) << first.errors();
  }
  const RunningDemo slow(600'000);
  Orchestrator orchestrator(slow.url, folder);
  orchestrator.wait_for(R"("state":"thinking")");
  press_ctrl_c(orchestrator.pid());
  ASSERT_TRUE(orchestrator.ends_well()) << orchestrator.errors();
  const std::string seal = seal_of(folder);
  EXPECT_NE(orchestrator.errors().find("info: seal " + seal), std::string::npos)
      << orchestrator.errors();
  const std::string report = output_of({"verify", folder, "--seal", seal});
  EXPECT_NE(report.find("2 turns verified"), std::string::npos) << report;
}

TEST(OrchestratorAlone, NamesEachTurnLostByKills) {
  const std::string folder = join_path(test_folder(), "run");
  const RunningDemo demo;
  for (const int turn : {1, 3, 6}) {
    Orchestrator orchestrator(demo.url, folder);
    orchestrator.wait_for_turn(turn);
    kill_hard(orchestrator.pid());
    ASSERT_TRUE(orchestrator.wait_for_end().has_value());
  }
  Orchestrator last(demo.url, folder, {"--turns", "17"});
  const auto end = last.wait_for_end();
  ASSERT_TRUE(end.has_value());
  const RunStory story = story_of(folder);
  EXPECT_EQ(story.turns().size(), 17U) << last.errors();
  EXPECT_EQ(end->code, story.facts().lost_turns.empty() ? 0 : 1) << last.errors();
  const std::string report = output_of({"verify", folder});
  const long long recorded = 17 - story.facts().lost_turns.count();
  EXPECT_NE(report.find(std::to_string(recorded) + " turns verified: "), std::string::npos)
      << report;
  EXPECT_TRUE(file_exists(join_path(folder, "turns_0001_0015.json")));
}

// A kill between a reply and its record leaves state.json ahead of the log.
TEST(OrchestratorAlone, NamesTheTurnThatOnlyTheStateHas) {
  const std::string folder = join_path(test_folder(), "run");
  const RunningDemo demo;
  {
    Orchestrator orchestrator(demo.url, folder, {"--turns", "3"});
    ASSERT_TRUE(orchestrator.ends_well()) << orchestrator.errors();
  }
  const std::string log = bytes_of(folder, kRunLog);
  // Keeps the log up to turn 2; the files of turn 3 are then unlisted.
  const std::size_t third = log.find(R"("kind":"attempt","turn":3,)");
  ASSERT_NE(third, std::string::npos) << log;
  ASSERT_TRUE(replace_file(join_path(folder, kRunLog), log.substr(0, log.rfind('\n', third) + 1),
                           Durability::buffered)
                  .ok());
  Orchestrator orchestrator(demo.url, folder, {"--turns", "5"});
  const auto end = orchestrator.wait_for_end();
  ASSERT_TRUE(end.has_value());
  EXPECT_EQ(end->code, 1) << orchestrator.errors();
  EXPECT_NE(orchestrator.errors().find("turn 3"), std::string::npos) << orchestrator.errors();
  EXPECT_EQ(verdicts(folder), "unwitnessed unwitnessed lost unwitnessed unwitnessed");
  EXPECT_EQ(to_text(facts_of(folder).lost_turns), "turn 3");
  for (const std::string& name : {lost_file(3, 1), std::string("unlisted/turn_0003.json")})
    EXPECT_TRUE(file_exists(join_path(folder, name))) << name;
  const std::string report = output_of({"verify", folder});
  EXPECT_NE(report.find("turn 3"), std::string::npos) << report;
  output_of({"verify", folder, "--strict"}, 1);
}

TEST(OrchestratorAlone, WritesTheKeyToNoFile) {
  const std::string folder = join_path(test_folder(), "run"), key = "sk-test-0123456789";
  const RunningDemo demo;
  Orchestrator orchestrator(
      demo.url, folder, {"--turns", "2"},
      {{"FRANZ_MODEL_API_KEY_ENV", "FRANZ_TEST_KEY"}, {"FRANZ_TEST_KEY", key}});
  ASSERT_TRUE(orchestrator.ends_well()) << orchestrator.errors();
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const Result<std::string> bytes = read_file(entry.path().string());
    EXPECT_TRUE(bytes.ok() && bytes.value().find(key) == std::string::npos) << entry.path();
  }
  EXPECT_NE(bytes_of(folder, "exchange/000/0001-1.request").find("Authorization: ****\r\n"),
            std::string::npos);
  output_of({"verify", folder});
}
}  // namespace franz
