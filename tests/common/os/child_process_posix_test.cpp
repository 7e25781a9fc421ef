// What children inherit and leave behind, according to Linux (proc(5)).
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <mutex>
#include <thread>
#include "common/os/child_process.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/os/free_program.h"
#include "common/os/temporary_folder.h"
#include "tests/support/test_paths.h"

namespace franz {
using namespace std::chrono_literals;
static constexpr auto kPatience = 60s;  // never reached if the test passes

static ChildCommand shell(const std::string& script, std::vector<std::string> arguments = {}) {
  arguments.insert(arguments.begin(), {"-c", script});
  return {"/bin/sh", std::move(arguments), {}, ""};
}

static bool comes_true(const std::function<bool()>& condition) {
  const auto end = steady_time_ms() + std::chrono::milliseconds(kPatience).count();
  while (!condition() && steady_time_ms() < end) std::this_thread::sleep_for(5ms);
  return condition();
}

// Also for one that ended and was not waited for yet.
static bool is_gone(const std::string& pid) {
  const Result<std::string> stat = read_file("/proc/" + pid + "/stat");
  return !stat.ok() || stat.value().find(") Z ") != std::string::npos;
}

static std::vector<std::string> descriptors_of(const std::string& pid) {
  std::vector<std::string> numbers = list_folder("/proc/" + pid + "/fd").value();
  std::ranges::sort(numbers);
  return numbers;
}

namespace {
// A child, and the first line that it prints.
class Started {
 public:
  explicit Started(std::vector<std::string> arguments) {
    auto child = ChildProcess::start({kChildForTests, std::move(arguments), {}, ""},
                                     {[this](std::string_view line) {
                                        const std::lock_guard lock(mutex_);
                                        line_ = line;
                                        changed_.notify_all();
                                      },
                                      [](std::string_view) {}, [](const ChildEnd&) {}});
    if (child.ok()) child_ = std::move(child).value();
  }

  std::string line() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kPatience, [this] { return !line_.empty(); });
    return line_;
  }
  long long pid() const { return child_ ? child_->pid() : 0; }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string line_;
  std::unique_ptr<ChildProcess> child_;  // last: its thread uses the others
};
}  // namespace

TEST(ChildProcess, HasNoDescriptorsButItsStreams) {
  std::FILE* const ours = std::fopen("/dev/null", "r");  // not closed by exec
  Started first({"hang"}), second({"hang"});
  for (Started* const each : {&first, &second}) {
    ASSERT_EQ(each->line(), "hanging");
    EXPECT_EQ(descriptors_of(std::to_string(each->pid())),
              (std::vector<std::string>{"0", "1", "2"}));
  }
  std::fclose(ours);
}

TEST(RunChild, LeavesNoDescriptorAndNoZombie) {
  const auto run_all = [] {
    EXPECT_TRUE(run_child(shell("cat"), "hello", kPatience).end.ok());
    EXPECT_EQ(run_child({"/nowhere/at/all", {}, {}, ""}, "", kPatience).end.kind,
              ChildEnd::Kind::not_started);
    ChildCommand elsewhere = shell("true");
    elsewhere.folder = "/nowhere/at/all";
    const ChildOutcome outcome = run_child(elsewhere, "", kPatience);
    EXPECT_EQ(outcome.end.kind, ChildEnd::Kind::not_started);
    EXPECT_EQ(outcome.end.why, "No such file or directory");
    EXPECT_EQ(run_child(shell("sleep 3600"), "", 1ms).end.kind, ChildEnd::Kind::deadline);
  };
  run_all();
  const std::vector<std::string> before = descriptors_of("self");
  for (int i = 0; i < 20; ++i) run_all();
  EXPECT_EQ(descriptors_of("self"), before);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "a zombie is left";
}

TEST(RunChild, IsEndedWithItsWholeGroup) {
  ChildOutcome outcome;
  for (auto deadline = 200ms; outcome.output.empty() && deadline < kPatience; deadline *= 4)
    outcome = run_child(shell("sleep 3600 & echo $!; wait"), "", deadline);
  ASSERT_EQ(outcome.end.kind, ChildEnd::Kind::deadline);
  outcome.output.pop_back();
  EXPECT_TRUE(comes_true([&] { return is_gone(outcome.output); }));
}

TEST(RunChild, DoesNotWaitForWhatAChildLeavesRunning) {
  const ChildOutcome outcome = run_child(shell("sleep 3600 & echo $!"), "", kPatience);
  EXPECT_TRUE(outcome.end.ok()) << describe(outcome.end, kPatience);
  EXPECT_TRUE(
      comes_true([&] { return is_gone(outcome.output.substr(0, outcome.output.find('\n'))); }));
}

TEST(RunChild, IsEndedByABrokenPipeAndBlocksNoSignal) {
  const ChildOutcome outcome =
      run_child(shell("grep SigBlk /proc/self/status; kill -PIPE $$; echo alive"), "", kPatience);
  EXPECT_EQ(outcome.output, "SigBlk:\t0000000000000000\n");
  EXPECT_EQ(describe(outcome.end, kPatience), "ended by signal 13");
}

TEST(ChildProcess, EndsWhenItsParentIsKilled) {
  Started parent({"parent"});
  const std::string child = parent.line();
  ASSERT_NE(child, "");
  EXPECT_FALSE(is_gone(child));
  ASSERT_EQ(::kill(static_cast<pid_t>(parent.pid()), SIGKILL), 0);
  EXPECT_TRUE(comes_true([&] { return is_gone(child); }));
}

TEST(ChildProcess, MayPutThingsInOrderWhenItsParentIsKilled) {
  const auto scratch = TemporaryFolder::make("test");
  ASSERT_TRUE(scratch.ok());
  const std::string left = join_path(scratch.value()->path(), "left");
  Started parent({"parent", left});
  ASSERT_NE(parent.line(), "");
  ASSERT_EQ(::kill(static_cast<pid_t>(parent.pid()), SIGKILL), 0);
  EXPECT_TRUE(comes_true([&] { return file_exists(left); }));
}

TEST(FreeProgram, HasASessionOfItsOwnAndIsWaitedFor) {
  const auto scratch = TemporaryFolder::make("test");
  ASSERT_TRUE(scratch.ok());
  const std::string said = join_path(scratch.value()->path(), "said");
  const Status started = start_free_program(
      shell("{ cat /proc/$$/stat; readlink /proc/$$/fd/0 /proc/$$/fd/2; } >\"$0.part\"\n"
            "mv \"$0.part\" \"$0\"",
            {said}));
  ASSERT_TRUE(started.ok()) << started.error().message;
  ASSERT_TRUE(comes_true([&] { return file_exists(said); }));
  const std::string text = read_file(said).value();
  const std::string pid = text.substr(0, text.find(' '));
  // Fields of /proc/PID/stat: pid, name, state, parent, group, session.
  EXPECT_NE(text.find(" " + std::to_string(::getpid()) + " " + pid + " " + pid + " "),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\n/dev/null\n/dev/null\n"), std::string::npos) << text;
  EXPECT_TRUE(comes_true([&] { return !file_exists("/proc/" + pid); }));
  const Status missing = start_free_program({"/nowhere/at/all", {}, {}, ""});
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().message, "No such file or directory");
}

TEST(FreeProgram, IsWatchedForAWhile) {
  const auto ended = start_watched_program(shell("echo no display >&2; exit 3", {}), kPatience);
  ASSERT_TRUE(ended.ok()) << ended.error().message;
  ASSERT_TRUE(ended.value().has_value());
  EXPECT_EQ(ended.value()->end.code, 3);
  EXPECT_EQ(ended.value()->errors, "no display\n");

  // Its later output does not block it.
  const auto folder = TemporaryFolder::make("watched");
  ASSERT_TRUE(folder.ok());
  const std::string go_on = folder.value()->path() + "/go_on",
                    said = folder.value()->path() + "/said";
  const auto runs = start_watched_program(
      shell("until [ -e \"$0\" ]; do sleep 0.01; done; head -c 200000 /dev/zero >&2; echo >\"$1\"",
            {go_on, said}),
      std::chrono::milliseconds(1));
  ASSERT_TRUE(runs.ok()) << runs.error().message;
  EXPECT_FALSE(runs.value().has_value());
  ASSERT_TRUE(write_new_file(go_on, "").ok());
  EXPECT_TRUE(comes_true([&] { return file_exists(said); }));
}
}  // namespace franz
