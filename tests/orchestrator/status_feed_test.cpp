// The status window's feed, with a child process instead of the window.
#include <gtest/gtest.h>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>
#include "common/os/files.h"
#include "common/os/temporary_folder.h"
#include "orchestrator/status_feed_app.h"
#include "tests/support/test_paths.h"

namespace franz::orchestrator {
namespace {
constexpr auto kPatience = std::chrono::seconds(20);

// Collects warnings and sent lines: each line passes the mask.
struct Heard {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::string> warnings;

  StatusFeedPorts ports() {
    return {[](std::string_view text) { return std::string(text); },
            [this](const std::string& text) {
              const std::lock_guard lock(mutex);
              warnings.push_back(text);
              changed.notify_all();
            }};
  }
  bool wait_for_warning() {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, kPatience, [this] { return !warnings.empty(); });
  }
};

LoopEvent state(int turn) {
  LoopEvent event;
  event.kind = LoopEvent::Kind::state;
  event.turn = turn;
  event.state = "thinking";
  event.why = std::string(300, 'x');
  return event;
}

ChildCommand child(std::vector<std::string> arguments) {
  return {kChildForTests, std::move(arguments), {}, ""};
}
}  // namespace

TEST(StatusFeed, WarnsOnceThatThereIsNoWindowAndGoesOn) {
  const struct {
    ChildCommand command;
    std::string warning;
  } rows[] = {
      {child({"exit", "3"}), "there is no status window: it ended with exit code 3"},
      {{"no-such-program-here", {}, {}, ""}, "there is no status window: it could not be started"},
  };
  for (const auto& [command, warning] : rows) {
    Heard heard;
    StatusFeed feed(command, heard.ports());
    ASSERT_TRUE(heard.wait_for_warning()) << warning;
    for (int turn = 1; turn < 100; ++turn) feed.report(state(turn));
    const std::lock_guard lock(heard.mutex);
    ASSERT_EQ(heard.warnings.size(), 1U);
    EXPECT_TRUE(heard.warnings[0].starts_with(warning)) << heard.warnings[0];
  }
}

TEST(StatusFeed, TheNewestArrivesMaskedAndTheLinesBetweenMayNot) {
  const auto folder = TemporaryFolder::make("status_feed");
  ASSERT_TRUE(folder.ok());
  const std::string file = join_path(folder.value()->path(), "lines");
  Heard heard;
  StatusFeedPorts ports = heard.ports();
  ports.mask = [](std::string_view text) {
    std::string masked(text);
    for (std::size_t at; (at = masked.find("key")) != std::string::npos;)
      masked.replace(at, 3, "***");
    return masked;
  };
  StatusFeed feed(child({"keep", file}), ports);
  constexpr int kTurns = 500;
  LoopEvent event = state(0);
  event.why = "the key";
  for (event.turn = 1; event.turn <= kTurns; ++event.turn) feed.report(event);
  const std::string newest =
      "{\"state\":\"thinking\",\"why\":\"the ***\",\"turn\":" + std::to_string(kTurns) +
      ",\"step\":\"\",\"justification\":\"\"}\n";
  const auto end = std::chrono::steady_clock::now() + kPatience;
  std::string kept;
  while (!kept.ends_with(newest) && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    kept = read_file(file).ok() ? read_file(file).value() : "";
  }
  EXPECT_TRUE(kept.ends_with(newest)) << kept;
  EXPECT_EQ(kept.find("key"), std::string::npos);
  EXPECT_TRUE(heard.warnings.empty());
}

TEST(StatusFeed, ADeafWindowCostsNothing) {
  Heard heard;
  StatusFeed feed(child({"hang"}), heard.ports());
  // Far more than a pipe holds; a feed that waits would block forever.
  for (int turn = 1; turn <= 20'000; ++turn) feed.report(state(turn));
  const std::lock_guard lock(heard.mutex);
  EXPECT_TRUE(heard.warnings.empty());
}
}  // namespace franz::orchestrator
