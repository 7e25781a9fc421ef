// Hostile run folders: they try to block their readers, and have names that control a terminal.
// POSIX only.
#include <gtest/gtest.h>
#include <httplib.h>
#include "common/base/printable.h"
#include "common/os/files.h"
#include "tests/process/processes.h"
#include "tests/process/recorded_run.h"
#include "tests/process/running_proxy.h"
#include "tests/support/hostile_files.h"

namespace franz {
namespace {
// Whether the exit code is one of our programs' own. run_program_of_ours() fails the test if the
// program hangs or is killed.
bool is_clear(int code) { return code >= 0 && code <= 3; }

TEST(HostileRun, BlocksNeitherExportNorForkNorReplay) {
  const std::string runs = test_folder();
  const std::string sound = record_run(runs, 3).folder;
  for (const char* name : {"turn_0002.json", "turn_0002.png", "exchange/000/0002-1.request",
                           "SHA256SUMS", "proxy.lock", "proxy.log", "state.json", "run.jsonl"}) {
    for (const auto& [what, lay] : kHostileThings) {
      SCOPED_TRACE(std::string(name) + ": " + what);
      const std::string folder = copy_run(sound, join_path(runs, "copy"));
      lay(join_path(folder, name));
      const std::string page = join_path(runs, "page.html");
      const ProgramResult exported = run_program_of_ours("proxy", {"export", folder, page});
      EXPECT_TRUE(is_clear(exported.code)) << exported.errors;
      const ProgramResult forked =
          run_program_of_ours("proxy", {"fork", folder, "--at", "3", "--runs", runs});
      EXPECT_TRUE(is_clear(forked.code)) << forked.errors;
      RunningProxy replay({"replay", folder});
      // Without a readable log there is nothing to show: exit code 2.
      if (std::string(name) != "run.jsonl") {
        EXPECT_NE(replay.wait_for("Ctrl-C ends it"), "") << replay.errors();
        press_ctrl_c(replay.pid());
      }
      const auto end = replay.wait_for_end();
      ASSERT_TRUE(end);
      EXPECT_EQ(end->code, std::string(name) == "run.jsonl" ? 2 : 0) << replay.errors();
    }
  }
}

TEST(HostileRun, DoesNotDisturbALiveRun) {
  const std::string runs = test_folder();
  const std::string sound = record_run(runs, 2).folder;
  int number = 0;
  for (const char* name : {"turn_0002.json", "run.jsonl", "proxy.lock"}) {
    for (const auto& [what, lay] : kHostileThings) {
      const std::string copy = "run_copy_" + std::to_string(++number);
      lay(join_path(copy_run(sound, join_path(runs, copy)), name));
    }
  }
  lay_link(join_path(sound, "exchange/a"), ".");
  lay_link(join_path(sound, "exchange/b"), ".");
  lay_fifo(join_path(runs, "run_fifo"));
  RunningDemo demo;
  RunningProxy proxy({"--upstream", demo.url, "--runs", runs, "--turns", "2", "--stay"});
  httplib::Client page("http://" + proxy.address("dashboard"));
  page.set_read_timeout(kLongEnough);
  const auto listed = page.Get("/api/runs");
  ASSERT_TRUE(listed);
  EXPECT_EQ(listed->status, 200);
  EXPECT_NE(listed->body.find("run.jsonl: "), std::string::npos) << listed->body;
  for (int run = 1; run <= number + 2; ++run) {
    const std::string of_run = "?run=" + std::to_string(run);
    for (const char* target : {"/api/run", "/api/turns/2", "/turns/2.png", "/api/log"}) {
      const auto answer = page.Get(target + of_run);
      ASSERT_TRUE(answer) << target << of_run;
      EXPECT_LT(answer->status, 500) << target << of_run;
    }
  }
  EXPECT_NE(proxy.wait_for("finished"), "");
  press_ctrl_c(proxy.pid());
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->code, 0) << proxy.output();
}

// ESC, a bell, C1, a bidirectional control, a line feed and an invalid UTF-8 byte.
const std::string kName = "\x1b[31m\a\u009b2J\u202egnp.\n\xff";

void expect_printable(const ProgramResult& said, const std::string& what) {
  EXPECT_EQ(said.output, printable_lines(said.output)) << what;
  EXPECT_EQ(said.errors, printable_lines(said.errors)) << what;
  EXPECT_NE(said.output + said.errors, "") << what;
}

TEST(HostileRun, RawNamesReachNeitherTerminalNorLog) {
  const std::string runs = test_folder();
  const std::string sound = record_run(runs, 2).folder;
  const std::string folder = join_path(runs, "run_" + kName);
  ASSERT_EQ(rename_file(sound, folder).ok(), true);
  const std::string missing = folder + "-none";
  const std::string page = join_path(runs, kName + ".html");
  const std::vector<std::vector<std::string>> commands = {
      {"export", folder, page},
      {"export", missing, page},
      {"fork", folder, "--at", "2", "--runs", runs},
      {"fork", folder, "--at", "9", "--runs", runs},
      {"replay", missing},
      {"verify", folder},
      {"verify", missing},
      {"settings", "--runs", folder},
      {"settings", "--config", folder},
      {"doctor", "--upstream", "demo", "--runs", folder, "--listen", "127.0.0.1:0", "--dashboard",
       "127.0.0.1:0"},
      {"doctor", "--json", "--upstream", "demo", "--runs", join_path(folder, "run.jsonl/" + kName),
       "--listen", "127.0.0.1:0", "--dashboard", "127.0.0.1:0"},
      {"--resume", missing},
      {kName},
      {"--" + kName},
  };
  for (const std::vector<std::string>& command : commands)
    expect_printable(run_program_of_ours("proxy", command), command.front());

  lay_fifo(join_path(folder, "turn_" + kName));
  lay_fifo(join_path(folder, kName));
  expect_printable(verify(folder), "verify of a strange file");
  {
    RunningProxy replay({"replay", folder});
    EXPECT_NE(replay.wait_for("Ctrl-C ends it"), "");
    EXPECT_EQ(replay.output(), printable_lines(replay.output()));
    press_ctrl_c(replay.pid());
    EXPECT_TRUE(replay.wait_for_end());
  }
  ASSERT_TRUE(remove_file(join_path(folder, "turn_" + kName)).ok());
  ASSERT_TRUE(remove_file(join_path(folder, kName)).ok());
  RunningDemo demo;
  RunningProxy proxy({"--upstream", demo.url, "--resume", folder, "--turns", "3"});
  ASSERT_TRUE(proxy.wait_for_end());
  EXPECT_NE(proxy.output().find("resuming after turn 2"), std::string::npos) << proxy.output();
  EXPECT_EQ(proxy.output(), printable_lines(proxy.output()));
  for (const char* log : {"proxy.log", "orchestrator.log"}) {
    const std::string text = read_file(join_path(folder, log)).value();
    EXPECT_EQ(text, printable_lines(text)) << log;
  }
}
}  // namespace
}  // namespace franz
