// These tests end the process, so each runs in its own.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>
#include "common/os/print.h"
#include "common/os/stop_signals.h"
#include "proxy/command/command_stop_app.h"

namespace franz::proxy {
namespace {
using ::testing::ExitedWithCode;

// A separate thread handles the signals, so no thread may start before it.
class CommandStopDeathTest : public ::testing::Test {
 protected:
  CommandStopDeathTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

[[noreturn]] void wait_for_the_end() {
  for (;;) ::pause();
}

TEST_F(CommandStopDeathTest, RemovesUnfinishedOutputAtTheSecondCtrlC) {
  const auto command = [] {
    CommandStop stop("proxy fork");
    stop.set_take_back(stop.making(), [] { print_error("taken back"); });
    ::kill(::getpid(), SIGINT);
    ::kill(::getpid(), SIGTERM);
    wait_for_the_end();
  };
  EXPECT_EXIT(command(), ExitedWithCode(kStopped),
              "^taken back\nproxy fork: stopped before the end\n$");
}

TEST_F(CommandStopDeathTest, EndsACommandThatDoesNotStopByItself) {
  const auto command = [] {
    CommandStop stop("proxy verify");
    ::kill(::getpid(), SIGINT);
    while (!stop.is_asked()) ::usleep(1000);
    wait_for_the_end();
  };
  EXPECT_EXIT(command(), ExitedWithCode(kStopped), "^proxy verify: stopped before the end\n$");
}

// A disk that does not answer blocks the thread that writes to it.
TEST_F(CommandStopDeathTest, ReportsLeftoversThatCannotBeRemoved) {
  const auto command = [] {
    CommandStop stop("proxy fork");
    stop.set_take_back(stop.making(), [] { print_error("taken back"); });
    const CommandStop::Making making = stop.making();
    ::kill(::getpid(), SIGINT);
    wait_for_the_end();
  };
  EXPECT_EXIT(command(), ExitedWithCode(kStopped),
              "^proxy fork: stopped before the end; what it was making may still be there\n$");
}

TEST_F(CommandStopDeathTest, KeepsFinishedOutput) {
  const auto command = [] {
    CommandStop stop("proxy fork");
    stop.set_take_back(stop.making(), [] { print_error("taken back"); });
    stop.set_take_back(stop.making(), {});
    ::kill(::getpid(), SIGINT);
    ::kill(::getpid(), SIGTERM);
    wait_for_the_end();
  };
  EXPECT_EXIT(command(), ExitedWithCode(kStopped), "^proxy fork: stopped before the end\n$");
}
}  // namespace
}  // namespace franz::proxy
