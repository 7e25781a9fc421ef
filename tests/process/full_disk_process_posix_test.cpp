// A run whose disk takes nothing any more, as limits on the size of files make it, and whose
// programs are killed then.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <chrono>
#include <thread>
#include "common/run/reply_marks.h"
#include "common/run/run_dir_app.h"
#include "common/run/run_file.h"
#include "common/run/run_state_app.h"
#include "tests/process/killing.h"
#include "tests/process/recorded_run.h"

namespace franz {
namespace {
// No file of it grows past that. Linux only.
void limit_files(long long pid, rlim_t bytes) {
  rlimit limit{};
  ASSERT_EQ(::prlimit(static_cast<pid_t>(pid), RLIMIT_FSIZE, nullptr, &limit), 0);
  limit.rlim_cur = bytes;
  ASSERT_EQ(::prlimit(static_cast<pid_t>(pid), RLIMIT_FSIZE, &limit, nullptr), 0);
}

// Marks are written beside what is told on the console.
void wait_for_mark(const std::string& folder, int turn) {
  const RunDir dir = RunDir::open(folder).value();
  const auto deadline = std::chrono::steady_clock::now() + kLongEnough;
  while (read_reply_marks(dir).value().last() < turn) {
    ASSERT_LT(std::chrono::steady_clock::now(), deadline);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

// Neither records nor state could be written, and nobody goes on as far as before: nothing else
// than the marks tells of the last turns.
TEST(FullDisk, LosesNoReplySilentlyToAKill) {
  const RunningDemo demo(20);
  std::string folder;
  {
    RunningProxy proxy({"--upstream", demo.url, "--profile", "pyautogui"});
    proxy.wait_for("turn   3 ");
    folder = proxy.run_folder();
    limit_files(descendant_named(proxy.pid(), "orchestrator"), 0);
    limit_files(proxy.pid(), kReplyMarksBytes);
    ASSERT_NE(proxy.wait_for("turn   9 "), "") << proxy.output() << proxy.errors();
    ASSERT_NO_FATAL_FAILURE(wait_for_mark(folder, 9));
    kill_with_all_below(proxy);
    proxy.wait_for_end();
  }
  const RunDir dir = RunDir::open(folder).value();
  const int recorded = dir.last_recorded_turn().value();
  ASSERT_LT(recorded, 7);
  const int passed = read_reply_marks(dir).value().last();
  const std::string lost = "turns " + std::to_string(recorded + 1) + "-" + std::to_string(passed);

  ProgramResult result = verify(folder);
  EXPECT_EQ(result.code, 0) << result.output << result.errors;
  EXPECT_NE(result.output.find("note: " + lost + ": not recorded\n"), std::string::npos)
      << result.output;
  {
    const RunningDemo slow(600'000);
    RunningProxy proxy({"--upstream", slow.url, "--resume", folder});
    ASSERT_NE(proxy.wait_for("not recorded: turn"), "") << proxy.output() << proxy.errors();
    press_ctrl_c(proxy.pid());
    const auto end = proxy.wait_for_end();
    ASSERT_TRUE(end) << proxy.output() << proxy.errors();
    EXPECT_EQ(end->code, 1) << proxy.output() << proxy.errors();
    EXPECT_NE(proxy.output().find("the run is not completely recorded: lost: " + lost + "\n"),
              std::string::npos)
        << proxy.output();
  }
  const auto run = parse_run_file(read_of(folder, kRunFile));
  ASSERT_TRUE(run.ok());
  EXPECT_EQ(to_text(run.value().lost_turns), lost);
  EXPECT_FALSE(dir.folder().has_file(kReplyMarksFile));
  result = verify(folder);
  EXPECT_EQ(result.code, 0) << result.output;
  EXPECT_NE(result.output.find("; sealed (seal "), std::string::npos) << result.output;
}
}  // namespace
}  // namespace franz
