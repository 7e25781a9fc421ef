#include "proxy/relay/observer_queue_app.h"
#include <utility>

namespace franz::proxy {
static constexpr std::size_t kEventCost = 128;  // bytes that an event takes beside its payload

bool ObserverQueue::push(ConnectionEvent event) {
  {
    const std::lock_guard lock(mutex_);
    const std::size_t cost = event.bytes.size() + kEventCost;
    if (!event.bytes.empty() && bytes_ + cost > limit_) return false;
    bytes_ += cost;
    events_.push_back(std::move(event));
  }
  wake_.notify_one();
  return true;
}

void ObserverQueue::close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  wake_.notify_one();
}

void ObserverQueue::consume(const std::function<void(ConnectionEvent)>& sink) {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return closed_ || !events_.empty(); });
    if (events_.empty()) return;
    ConnectionEvent event = std::move(events_.front());
    events_.pop_front();
    const std::size_t cost = event.bytes.size() + kEventCost;
    lock.unlock();
    sink(std::move(event));
    lock.lock();
    bytes_ -= cost;  // only now: what the sink works on is still memory
  }
}
}  // namespace franz::proxy
