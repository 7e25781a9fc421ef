#include "common/os/screen_watch.h"
#include <gtest/gtest.h>
#include <future>
#include "common/os/clock.h"
#include "common/os/files.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
using Command = ControlCommand::Kind;

constexpr std::chrono::minutes kLong{1};  // never reached if the test passes

// What a ScreenWatch tells, a line each, when it has been taken.
struct Commands {
  std::mutex mutex;
  std::string lines;

  void add(const std::string& line) {
    const std::lock_guard lock(mutex);
    lines += line + "\n";
  }
  void add(const ControlCommand& command) {
    EXPECT_EQ(command.cause, PauseCause::unwatched);
    add(command.kind == Command::panic ? "panic: " + command.text : "resume");
  }
  std::string all() {
    const std::lock_guard lock(mutex);
    return lines;
  }
};

// The test's own child, which is ready when a file of this name exists.
ChildCommand watching(const std::string& file) { return {kChildForTests, {"watch", file}, {}, ""}; }

// Its name: it is not there yet.
std::string new_file() {
  EXPECT_TRUE(make_folders(kTestOut).ok());
  return join_path(kTestOut, "watch-" + random_hex(8));
}
}  // namespace

TEST(ScreenWatch, ReportsNothingIfItStarts) {
  const std::string file = new_file();
  ASSERT_TRUE(append_file(file, "").ok());
  Commands commands;
  {
    const ScreenWatch watch(
        watching(file), kLong,
        {[&](const ControlCommand& command) { commands.add(command); }, [](const std::string&) {}});
  }
  EXPECT_EQ(commands.all(), "");
  EXPECT_TRUE(remove_file(file).ok());
}

TEST(ScreenWatch, HasReportedAFailedStartWhenConstructed) {
  Commands commands;
  const ScreenWatch watch(
      {"/nowhere/at/all", {}, {}, ""}, kLong,
      {[&](const ControlCommand& command) { commands.add(command); }, [](const std::string&) {}});
  const std::string lines = commands.all();
  EXPECT_TRUE(lines.starts_with(
      "panic: the screen is not watched for a panic: executor --watch could not be started: "))
      << lines;
  EXPECT_TRUE(lines.ends_with("; it is started again\n")) << lines;
}

// The watch becomes ready while its report that it is not ready is still being delivered.
TEST(ScreenWatch, ReportsItsLastStateLast) {
  const std::string file = new_file();
  Commands commands;
  std::promise<void> seen_ready;
  const ScreenWatch watch(watching(file), std::chrono::milliseconds(0),
                          {[&](const ControlCommand& command) {
                             if (command.kind == Command::panic) {
                               EXPECT_TRUE(append_file(file, "").ok());
                               seen_ready.get_future().wait();
                             }
                             commands.add(command);
                           },
                           [&](const std::string&) { seen_ready.set_value(); }});
  EXPECT_EQ(commands.all(),
            "panic: the screen is not watched for a panic: executor --watch did not start\n"
            "resume\n");
  EXPECT_TRUE(remove_file(file).ok());
}
}  // namespace franz
