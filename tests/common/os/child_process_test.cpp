#include "common/os/child_process.h"
#include <gtest/gtest.h>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <thread>
#include "common/os/ask_child.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/os/temporary_folder.h"
#include "tests/support/system_words.h"
#include "tests/support/test_paths.h"

namespace franz {
using namespace std::chrono_literals;
static constexpr auto kLong = 60s;  // never waited for when all is well

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

TEST(RunChild, TellsHowItEnded) {
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
  // A busy machine may take longer to start it: what it printed is kept once it has come so far.
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

TEST(PreparedChild, WaitsForItsInput) {
  auto prepared = PreparedChild::start(child({"echo"}));
  ASSERT_TRUE(prepared.ok()) << prepared.error().message;
  EXPECT_TRUE(prepared.value().is_waiting());
  const ChildOutcome outcome = prepared.value().run("hello", kLong);
  EXPECT_TRUE(outcome.end.ok()) << describe(outcome.end, kLong);
  EXPECT_EQ(outcome.output, "hello");
  EXPECT_FALSE(prepared.value().is_waiting());
}

TEST(PreparedChild, IsEndedWhereItIsNotRun) {
  // One ends with its input, the other would wait for an hour: the destructors wait for both.
  for (const char* const act : {"echo", "hang"}) {
    auto prepared = PreparedChild::start(child({act}));
    ASSERT_TRUE(prepared.ok());
    const PreparedChild second = std::move(prepared).value();
    EXPECT_TRUE(second.is_waiting());
  }
}

TEST(PreparedChild, TellsThatItHasEndedMeanwhile) {
  auto prepared = PreparedChild::start(child({"exit", "3"}));
  ASSERT_TRUE(prepared.ok());
  while (prepared.value().is_waiting()) std::this_thread::yield();
  EXPECT_EQ(prepared.value().run("hello", kLong).end.code, 3);
}

// The word that it may act comes behind a question that it has already, in pieces of any size.
TEST(PreparedChild, ActsWhenItIsToldSo) {
  const struct {
    std::string begun, rest, output, errors;
    int code;
  } cases[] = {
      {"one\n", "go\n", "did one\n", "asked one\nends\n", 0},
      {"o", "ne\ngo\n", "did one\n", "asked one\nends\n", 0},
      {"one\ng", "o\n", "did one\n", "asked one\nends\n", 0},
      {"one\n", "", "", "asked one\n", 7},
      {"one\n", "go", "", "asked one\n", 7},
      {"one\n", "gone\n", "", "asked one\n", 7},
      {"one\n", std::string(100, 'g'), "", "asked one\n", 7},
      {"", "", "nothing\n", "", 0},
      {"one", "", "standard input: it ends within the request\n", "", 0},
      {std::string(1001, 'x'), "\ngo\n", "standard input: larger than 1000 bytes\n", "", 0}};
  for (const auto& [begun, rest, output, errors, code] : cases) {
    auto child_of_case = PreparedChild::start(child({"once"}));
    ASSERT_TRUE(child_of_case.ok());
    child_of_case.value().begin(begun);
    const ChildOutcome outcome = child_of_case.value().run(rest, kLong);
    EXPECT_EQ(outcome.output, output) << begun << rest;
    EXPECT_EQ(outcome.errors, errors) << begun << rest;
    EXPECT_EQ(outcome.end.code, code) << begun << rest;
  }
}

TEST(PreparedChild, IsNotWaitedForBehindItsAnswer) {
  for (const char* const then : {"0", "3", "hang"}) {
    auto started = PreparedChild::start(child({"once", then}));
    ASSERT_TRUE(started.ok());
    PreparedChild& asked = started.value();
    asked.begin("one\n");
    const ChildOutcome answer = asked.ask("go\n", kLong);
    EXPECT_TRUE(answer.end.ok()) << then;
    EXPECT_EQ(answer.output, "did one\n") << then;
    const ChildOutcome end = asked.finish(then == std::string("hang") ? 1ms : kLong);
    EXPECT_EQ(end.output, "");
    if (then == std::string("hang")) {
      EXPECT_EQ(end.end.kind, ChildEnd::Kind::deadline);
    } else {
      EXPECT_EQ(end.end.code, std::atoi(then));
      EXPECT_EQ((answer.errors + end.errors), "asked one\nends\n");
    }
  }
}

TEST(PreparedChild, TellsHowOneEndedThatDidNotAnswer) {
  auto quiet = PreparedChild::start(child({"exit", "3"}));
  ASSERT_TRUE(quiet.ok());
  EXPECT_EQ(quiet.value().ask("go\n", kLong).end.code, 3);
  EXPECT_TRUE(quiet.value().finish(kLong).end.ok()) << "there is nothing left to finish";
  auto late = PreparedChild::start(child({"lines"}));
  ASSERT_TRUE(late.ok());
  EXPECT_EQ(late.value().ask("wait\n", 10ms).end.kind, ChildEnd::Kind::deadline);
  // It has answered, and is ended by the destructor.
  auto unfinished = PreparedChild::start(child({"once", "0"}));
  ASSERT_TRUE(unfinished.ok());
  EXPECT_EQ(unfinished.value().ask("one\ngo\n", kLong).output, "did one\n");
}

TEST(AheadProgram, AnswersWhatItWasOfferedAndNothingElse) {
  const std::string name = std::filesystem::path(kChildForTests).stem().string();
  const struct {
    std::string offered, asked, answer;
  } cases[] = {{"one", "one", "did one\n"},
               {"", "one", "did one\n"},
               // Two lines are no question, and another one is asked of a program without
               // arguments, which is deaf.
               {"one", "two", ""},
               {"", "one\ntwo", ""}};
  for (const auto& [offered, asked, answer] : cases) {
    AheadProgram program(name);
    program.prepare({"once", "0"});
    if (!offered.empty()) program.offer(offered);
    const auto output = program.run(asked, answer.empty() ? 100 : 60'000);
    EXPECT_EQ(output.ok() ? output.value() : "", answer) << offered << ", " << asked;
  }
}

TEST(RunChild, WithholdsVariablesOfOurs) {
  // One of them there is, on each system.
  const std::string name = environment("HOME") ? "HOME" : "USERPROFILE";
  ChildCommand command = child({"variable", name});
  EXPECT_EQ(run_child(command, "", kLong).output, environment(name).value_or(""));
  command.withheld = {name, "FRANZ_TEST_NO_SUCH_NAME"};
  EXPECT_EQ(run_child(command, "", kLong).output, "(unset)");
}

// Without closing what a child was not given, each of these holds another's input open.
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
// What a long-lived child said, waited for by event.
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
