#pragma once
// The readers of the dashboard's stream (GET /events). Each has a queue bounded by bytes: one that
// is too slow is dropped, and never slows another. It comes back by itself and asks for what it
// missed.
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace franz::proxy {
// An event as it stands in the stream: "data: {…}\n\n". `json` has no line end.
std::string sse_message(std::string_view json);

class SseHub {
 public:
  using Reader = std::uint64_t;

  explicit SseHub(std::size_t max_queued = 4UL << 20U) : max_queued_(max_queued) {}

  // A new reader whose first message is `first`.
  Reader add(std::string first);
  void remove(Reader reader);

  // Queues `message` for all. Returns the readers to close: more than max_queued bytes would wait
  // for them; they are gone from the hub.
  std::vector<Reader> publish(std::string message);

  // Up to 64 KiB of what waits for a reader (one message at least), for one write; empty: nothing
  // waits. What was taken counts as queued until the next take.
  std::string take(Reader reader);

  std::vector<Reader> readers() const;

 private:
  struct Queue {
    std::deque<std::shared_ptr<const std::string>> waiting;
    std::size_t bytes = 0;    // waiting
    std::size_t in_hand = 0;  // taken last: it may still be on its way
  };
  std::size_t max_queued_;
  Reader last_ = 0;
  std::map<Reader, Queue> queues_;
};
}  // namespace franz::proxy
