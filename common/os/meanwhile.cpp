#include "common/os/meanwhile.h"
#include <atomic>
#include <future>
#include <system_error>
#include <utility>
#include "common/os/detached_thread.h"

namespace franz {
// Shared by both threads: the second one may start long after the work is done.
struct Meanwhile::Shared {
  explicit Shared(std::function<void()> work) : task(std::move(work)), done(task.get_future()) {}

  // The first thread to arrive does the work.
  bool take() { return !taken.exchange(true); }

  std::packaged_task<void()> task;
  std::future<void> done;
  std::atomic<bool> taken = false;
};

Meanwhile::Meanwhile(std::function<void()> work)
    : shared_(std::make_shared<Shared>(std::move(work))) {
  try {
    start_detached_thread([shared = shared_] {
      if (shared->take()) shared->task();
    });
  } catch (const std::system_error&) {
    // finish() does it
  }
}

Meanwhile::~Meanwhile() {
  if (shared_->done.valid() && !shared_->take()) shared_->done.wait();
}

void Meanwhile::finish() {
  if (shared_->take()) shared_->task();
  shared_->done.get();
}
}  // namespace franz
