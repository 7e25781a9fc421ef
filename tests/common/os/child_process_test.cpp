#include "common/os/child_process.h"
#include <gtest/gtest.h>
#include <condition_variable>
#include <mutex>
#include <thread>
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/os/temporary_folder.h"
#include "tests/support/system_words.h"
#include "tests/support/test_paths.h"

namespace franz {
using namespace std::chrono_literals;
static constexpr auto kLong = 60s;  // never reached if the test passes

static ChildCommand child(std::vector<std::string> arguments) {
  return {kChildForTests, std::move(arguments), {}, ""};
}

TEST(RunChild, GivesInputAndTakesBothOutputs) {
  std::string input(3'000'000, 'a');
  for (std::size_t i = 0; i < input.size(); i += 7) input[i] = static_cast<char>(i);
  const ChildOutcome outcome = run_child(child({"echo"}), input, kLong);
  EXPECT_TRUE(outcome.end.ok()) << describe(outcome.end, kLong);
  EXPECT_EQ(outcome.output, input);
  EXPECT_EQ(outcome.errors, "read 3000000 bytes\n");
}

TEST(RunChild, ReportsHowItEnded) {
  const struct {
    std::vector<std::string> arguments;
    std::string described;
  } cases[] = {
      {{"exit", "0"}, "ended with exit code 0"},
      {{"exit", "3"}, "ended with exit code 3"},
      {{"abort"}, words::aborted()},
  };
  for (const auto& [arguments, described] : cases)
    EXPECT_EQ(describe(run_child(child(arguments), "unread input", kLong).end, kLong), described);
  const ChildCommand missing{"/nowhere/at/all", {}, {}, ""};
  const std::string described = describe(run_child(missing, "", kLong).end, kLong);
  EXPECT_TRUE(described.starts_with("could not be started: " + words::missing_folder()))
      << described;
}

TEST(RunChild, EndsAChildThatHangsWhateverItDoesWithItsInput) {
  const std::string more_than_a_pipe_holds(1'000'000, 'x');
  ChildOutcome outcome;
  // A busy machine may take longer to start it; its output is kept once it has started.
  for (std::chrono::milliseconds deadline = 100ms; outcome.output.empty() && deadline < kLong;
       deadline *= 4) {
    outcome = run_child(child({"hang"}), more_than_a_pipe_holds, deadline);
    EXPECT_EQ(outcome.end.kind, ChildEnd::Kind::deadline);
  }
  EXPECT_EQ(outcome.output, "hanging\n");
  EXPECT_EQ(describe(outcome.end, 100ms), "no answer in 100 ms");
  EXPECT_EQ(describe({ChildEnd::Kind::deadline, 9, ""}, 15s), "no answer in 15 s");
}

TEST(RunChild, EndsAChildThatPrintsTooMuch) {
  for (const bool stubborn : {false, true}) {
    ChildCommand command = child(stubborn ? std::vector<std::string>{"flood", "on"}
                                          : std::vector<std::string>{"flood"});
    if (stubborn) command.end_patience = 100ms;
    const ChildOutcome outcome = run_child(command, "", kLong, {}, 1'000'000);
    EXPECT_EQ(outcome.end.kind, ChildEnd::Kind::too_large);
    EXPECT_LT(outcome.output.size(), 1'200'000U);
  }
}

TEST(RunChild, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(run_child(child({"hang"}), "", kLong, source.get_token()).end.kind,
            ChildEnd::Kind::stopped);
}

TEST(RunChild, PassesTheEnvironment) {
  ChildCommand command = child({"variable", "FRANZ_TEST_NAME"});
  command.environment = {{"FRANZ_TEST_NAME", "bär"}};
  EXPECT_EQ(run_child(command, "", kLong).output, "bär");
  command.environment.emplace_back("FRANZ_TEST_NAME", "the last one counts");
  EXPECT_EQ(run_child(command, "", kLong).output, "the last one counts");
}

TEST(RunChild, WithholdsVariablesOfOurs) {
  // One of them there is, on each system.
  const std::string name = environment("HOME") ? "HOME" : "USERPROFILE";
  ChildCommand command = child({"variable", name});
  EXPECT_EQ(run_child(command, "", kLong).output, environment(name).value_or(""));
  command.withheld = {name, "FRANZ_TEST_NO_SUCH_NAME"};
  EXPECT_EQ(run_child(command, "", kLong).output, "(unset)");
}

// If other descriptors were not closed, each of these would keep another's input open.
TEST(RunChild, ManyAtOnceAllSeeTheEndOfTheirInput) {
  std::vector<std::thread> threads;
  threads.reserve(4);
  std::mutex mutex;
  int good = 0;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 25; ++k) {
        const ChildOutcome outcome = run_child(child({"echo"}), "hello", kLong);
        const std::lock_guard lock(mutex);
        good += outcome.end.ok() && outcome.output == "hello" ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, 100);
}

namespace {
// The output of a long-lived child, received by event.
struct Listener {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::string> lines;
  std::vector<ChildEnd> ends;

  ChildProcess::Handlers handlers() {
    return {[this](std::string_view line) {
              const std::lock_guard lock(mutex);
              lines.emplace_back(line);
              changed.notify_all();
            },
            nullptr,
            [this](const ChildEnd& end) {
              const std::lock_guard lock(mutex);
              ends.push_back(end);
              changed.notify_all();
            }};
  }
  bool wait(const std::function<bool()>& condition) {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, kLong, condition);
  }
};
}  // namespace

TEST(ChildProcess, SpeaksInLines) {
  Listener listener;
  auto process = ChildProcess::start(child({"lines"}), listener.handlers());
  ASSERT_TRUE(process.ok());
  process.value()->write_line("one");
  process.value()->write_line("two");
  process.value()->write_line("bye");
  ASSERT_TRUE(listener.wait([&] { return !listener.ends.empty(); }));
  EXPECT_EQ(listener.lines, (std::vector<std::string>{"got one", "got two"}));
  EXPECT_EQ(describe(listener.ends[0], 0ms), "ended with exit code 5");
}

TEST(ChildProcess, EndsWithItsOwner) {
  Listener listener;
  {
    auto process = ChildProcess::start(child({"hang"}), listener.handlers());
    ASSERT_TRUE(listener.wait([&] { return !listener.lines.empty(); }));
  }
  ASSERT_EQ(listener.ends.size(), 1U);
  EXPECT_EQ(listener.ends[0].kind, ChildEnd::Kind::stopped);
}

TEST(ChildProcess, CanBeAskedToEnd) {
  Listener listener;
  auto process = ChildProcess::start(child({"hang"}), listener.handlers());
  ASSERT_TRUE(listener.wait([&] { return !listener.lines.empty(); }));
  process.value()->interrupt();
  ASSERT_TRUE(listener.wait([&] { return !listener.ends.empty(); }));
  EXPECT_EQ(describe(listener.ends[0], 0ms), words::interrupted());
}

TEST(ChildProcess, WithPatienceIsAskedBeforeItIsKilled) {
  const auto scratch = TemporaryFolder::make("test");
  ASSERT_TRUE(scratch.ok());
  const std::string left = join_path(scratch.value()->path(), "left");
  Listener listener;
  ChildCommand command = child({"orderly", left});
  command.end_patience = kLong;
  {
    auto process = ChildProcess::start(command, listener.handlers());
    ASSERT_TRUE(listener.wait([&] { return !listener.lines.empty(); }));
  }
  ASSERT_EQ(listener.ends.size(), 1U);
  EXPECT_EQ(listener.ends[0].kind, ChildEnd::Kind::stopped);
  EXPECT_EQ(listener.ends[0].code, 7);
  EXPECT_TRUE(file_exists(left));
}

TEST(ChildProcess, WithPatienceIsKilledWhenThatIsOver) {
  Listener listener;
  ChildCommand command = child({"stubborn"});
  command.end_patience = 100ms;
  {
    auto process = ChildProcess::start(command, listener.handlers());
    ASSERT_TRUE(listener.wait([&] { return !listener.lines.empty(); }));
  }
  ASSERT_EQ(listener.ends.size(), 1U);
  EXPECT_EQ(listener.ends[0].kind, ChildEnd::Kind::stopped);
}
}  // namespace franz
