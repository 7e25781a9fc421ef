#include "proxy/command/bounded_end_app.h"
#include <condition_variable>
#include <mutex>
#include <utility>
#include "common/os/detached_thread.h"

namespace franz::proxy {
struct BoundedEnd::Shared {
  std::mutex mutex;
  std::condition_variable changed;
  bool over = false;
};

BoundedEnd::BoundedEnd(std::function<void()> end) : shared_(std::make_shared<Shared>()) {
  start_detached_thread([shared = shared_, end = std::move(end)] {
    end();
    const std::lock_guard lock(shared->mutex);
    shared->over = true;
    shared->changed.notify_all();
  });
}

bool BoundedEnd::over_within(std::chrono::milliseconds patience) {
  std::unique_lock lock(shared_->mutex);
  return shared_->changed.wait_for(lock, patience, [this] { return shared_->over; });
}
}  // namespace franz::proxy
