#include "common/os/meanwhile.h"
#include <gtest/gtest.h>
#include <atomic>
#include <future>
#include <stdexcept>
#include <thread>

namespace franz {
namespace {
TEST(Meanwhile, DoesItsWorkOnce) {
  for (int i = 0; i < 1000; ++i) {  // sometimes by the second thread, sometimes by the caller
    int done = 0;
    Meanwhile work([&done] { ++done; });
    if (i % 2 == 0) std::this_thread::yield();
    work.finish();
    ASSERT_EQ(done, 1);
  }
}

TEST(Meanwhile, IsDoneWhileTheCallerGoesOn) {
  std::promise<void> begun, go_on;
  Meanwhile work([&] {
    begun.set_value();
    go_on.get_future().wait();
  });
  begun.get_future().wait();  // by another thread
  go_on.set_value();
  work.finish();
}

TEST(Meanwhile, ThrowsWhatTheWorkThrew) {
  Meanwhile work([] { throw std::runtime_error("no"); });
  EXPECT_THROW(work.finish(), std::runtime_error);
}

TEST(Meanwhile, LeavesNothingUnderWayThatWasNotWaitedFor) {
  for (int i = 0; i < 1000; ++i) {
    std::atomic<int> under_way = 0;
    {
      const Meanwhile work([&under_way] {
        ++under_way;
        std::this_thread::yield();
        --under_way;
      });
    }
    ASSERT_EQ(under_way, 0);
  }
}
}  // namespace
}  // namespace franz
