// proxy verify on folders prepared to block it or to exhaust memory; and that stopped verify and
// fork commands leave nothing behind.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>
#include <filesystem>
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/run/run_files.h"
#include "tests/process/processes.h"
#include "tests/process/recorded_run.h"
#include "tests/process/running_proxy.h"
#include "tests/support/hostile_files.h"
#include "tests/support/rewritten_log.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
namespace fs = std::filesystem;

// run_program_of_ours() fails the test if a program hangs.
TEST(HostileVerify, NamesSpecialFilesAndNeverBlocks) {
  const Recorded recorded = record_run(test_folder(), 3);
  const std::string folder = recorded.folder + "_hostile";
  for (const char* name : {"turn_0002.json", "turn_0002.png", "exchange/000/0002-1.request",
                           "SHA256SUMS", "sandbox_canvas.bmp", "proxy.log"}) {
    for (const auto& [what, lay] : kHostileThings) {
      copy_run(recorded.folder, folder);
      lay(join_path(folder, name));
      const ProgramResult result = verify(folder, {"--fast", "--json"});
      EXPECT_EQ(result.code, 1) << name << ": " << what << "\n" << result.errors;
      EXPECT_NE(result.output.find(std::string(R"("file":")") + name), std::string::npos)
          << name << ": " << what << "\n"
          << result.output;
    }
  }
  copy_run(recorded.folder, folder);
  lay_fifo(join_path(folder, "proxy.lock"));
  lay_link(join_path(folder, "exchange/001"), ".");
  const ProgramResult result = verify(folder, {"--fast"});
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.output.find("exchange/001: it is a link"), std::string::npos) << result.output;
}

// The log lists files of the largest possible size.
TEST(HostileVerify, LoadsFewAttemptsAtATime) {
  const Recorded recorded = record_run(test_folder(), 3);
  constexpr int kAttempts = 10;
  constexpr std::uint64_t kBytes = 60U << 20U;  // nearly the limit of a message
  rewrite_log(recorded.folder, [&](std::vector<RunLine>& lines) {
    AttemptEntry attempt;
    std::size_t at = 0;
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (const auto* const entry = std::get_if<AttemptEntry>(&lines[i].entry)) {
        attempt = *entry;
        at = i;
      }
    for (attempt.attempt = 2; attempt.attempt <= kAttempts; ++attempt.attempt) {
      attempt.files.resize(2);
      attempt.files[0].name = record_file(3, attempt.attempt);
      attempt.files[1] = {exchange_file(3, attempt.attempt, "request"), kBytes,
                          std::string(64, '0')};
      write_of(recorded.folder, attempt.files[0].name, "{}");
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(++at), RunLine{0, "", "", attempt});
    }
  });
  for (int attempt = 2; attempt <= kAttempts; ++attempt) {
    const std::string name = join_path(recorded.folder, exchange_file(3, attempt, "request"));
    lay_sparse(name);
    // The first exceeds the limit, so it is not read at all.
    ASSERT_EQ(::truncate(name.c_str(), static_cast<off_t>(attempt == 2 ? 900U << 20U : kBytes)), 0);
  }
  const ProgramResult result = verify(recorded.folder, {"--fast"});
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.output.find("turn 3: exchange/000/0003-"), std::string::npos) << result.output;
  rusage used{};
  ASSERT_EQ(::getrusage(RUSAGE_CHILDREN, &used), 0);
  // Room for a few copies of some attempts; all attempts would be 540 MB plus copies. KiB on Linux.
  // AddressSanitizer keeps 256 MiB of freed memory (quarantine_size_mb).
  constexpr long kQuarantine = kSanitized ? 256L << 10U : 0;
  EXPECT_LT(used.ru_maxrss, (400L << 10U) + kQuarantine);
}

// Our programs with a capturer that creates the file `asked` and then hangs.
std::string bin_that_hangs(const std::string& runs, const std::string& asked) {
  std::string bin = join_path(runs, "bin");
  EXPECT_TRUE(make_folders(bin).ok());
  for (const char* name : {"proxy", "executor"})
    fs::copy_file(fs::path(kBinDir) / name, fs::path(bin) / name);
  write_of(bin, "capturer", "#!/bin/sh\n: > '" + asked + "'\nexec sleep 1000\n");
  fs::permissions(fs::path(bin) / "capturer", fs::perms::owner_all);
  return bin;
}

// Starts a command of such programs and waits until its capturer hangs.
struct Hanging {
  Hanging(const std::string& runs, const std::vector<std::string>& arguments)
      : scratch(join_path(runs, "tmp")) {
    EXPECT_TRUE(make_folders(scratch).ok());
    const std::string asked = join_path(runs, "asked");
    const std::string bin = bin_that_hangs(runs, asked);
    program.emplace(fs::relative(fs::path(bin) / "proxy", kBinDir).string(), arguments,
                    std::vector<std::pair<std::string, std::string>>{{"TMPDIR", scratch}});
    const std::int64_t give_up_ms = steady_time_ms() + 40'000;
    while (!file_exists(asked) && steady_time_ms() < give_up_ms) ::usleep(10'000);
    EXPECT_TRUE(file_exists(asked)) << program->errors();
    EXPECT_EQ(list_folder(scratch).value().size(), 1U);
    children = descendants(program->pid());
    EXPECT_FALSE(children.empty());
  }
  // Expects the exit code of Ctrl-C, and no programs or temporary files left.
  void expect_ended() {
    const auto end = program->wait_for_end();
    ASSERT_TRUE(end);
    EXPECT_EQ(end->code, 130) << program->errors();
    EXPECT_EQ(list_folder(scratch).value(), std::vector<std::string>{});
    // The process need not have waited for its children.
    const std::int64_t give_up_ms = steady_time_ms() + 40'000;
    for (const long long child : children) {
      while (is_alive(child) && steady_time_ms() < give_up_ms) ::usleep(10'000);
      EXPECT_FALSE(is_alive(child));
    }
  }
  std::string scratch;
  std::optional<RunningProgram> program;
  std::vector<long long> children;
};

TEST(HostileVerify, LeavesNothingBehindWhenItIsStopped) {
  const std::string runs = test_folder();
  const Recorded recorded = record_run(runs, 3);
  Hanging verify(runs, {"verify", recorded.folder});
  press_ctrl_c(verify.program->pid());
  verify.expect_ended();
}

// Two different signals, because a second pending signal of the same kind would merge with the
// first.
TEST(StoppedFork, LeavesNothingBehindEvenWhenStoppedTwice) {
  for (const bool twice : {false, true}) {
    const std::string runs = join_path(test_folder(), twice ? "twice" : "once");
    const Recorded recorded = record_run(runs, 3);
    const std::string forks = join_path(runs, "forks");
    Hanging fork(runs, {"fork", recorded.folder, "--at", "3", "--runs", forks});
    if (twice) ::kill(static_cast<pid_t>(fork.program->pid()), SIGTERM);
    press_ctrl_c(fork.program->pid());
    fork.expect_ended();
    EXPECT_EQ(list_folder(forks).value(), std::vector<std::string>{});
  }
}
}  // namespace
}  // namespace franz
