// What becomes of children whose parent is killed. The system tells them: PR_SET_PDEATHSIG
// (prctl(2)).
#include <gtest/gtest.h>
#include <signal.h>
#include <condition_variable>
#include <mutex>
#include <thread>
#include "common/os/child_process.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/os/temporary_folder.h"
#include "tests/support/test_paths.h"

namespace franz {
TEST(ChildProcess, MayPutThingsInOrderWhenItsParentIsKilled) {
  const auto scratch = TemporaryFolder::make("test");
  ASSERT_TRUE(scratch.ok());
  const std::string left = join_path(scratch.value()->path(), "left");
  std::mutex mutex;
  std::condition_variable changed;
  bool runs = false;
  const auto parent = ChildProcess::start({kChildForTests, {"parent", left}, {}, ""},
                                          {[&](std::string_view) {
                                             const std::lock_guard lock(mutex);
                                             runs = true;
                                             changed.notify_all();
                                           },
                                           [](std::string_view) {}, [](const ChildEnd&) {}});
  ASSERT_TRUE(parent.ok()) << parent.error().message;
  {
    std::unique_lock lock(mutex);
    ASSERT_TRUE(changed.wait_for(lock, std::chrono::seconds(60), [&] { return runs; }));
  }
  ASSERT_EQ(::kill(static_cast<pid_t>(parent.value()->pid()), SIGKILL), 0);
  const auto end = steady_time_ms() + 60'000;
  while (!file_exists(left) && steady_time_ms() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_TRUE(file_exists(left));
}
}  // namespace franz
