#pragma once
// The copies of the relay's bytes on their way to the observer's thread, bounded in bytes.
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include "proxy/relay/exchange.h"

namespace franz::proxy {
class ObserverQueue {
 public:
  // `limit`: bytes of payload and bookkeeping, what the observer works on included.
  explicit ObserverQueue(std::size_t limit) : limit_(limit) {}

  // Never waits for the observer. False: full, and the event is lost; one without bytes always
  // fits.
  bool push(ConnectionEvent event);

  // No more events will be pushed.
  void close();

  // Hands every event to `sink`, in order; returns when closed and empty.
  void consume(const std::function<void(ConnectionEvent)>& sink);

 private:
  const std::size_t limit_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<ConnectionEvent> events_;
  std::size_t bytes_ = 0;
  bool closed_ = false;
};
}  // namespace franz::proxy
