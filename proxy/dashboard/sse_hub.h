#pragma once
// The readers of the dashboard's stream (GET /events). Each has a queue with a limit in bytes. A
// reader that is too slow is dropped and never slows others. It reconnects and asks for what it
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
// An event in the format of the stream: "data: {…}\n\n". `json` contains no newline.
std::string sse_message(std::string_view json);

class SseHub {
 public:
  using Reader = std::uint64_t;

  explicit SseHub(std::size_t max_queued = 4UL << 20U) : max_queued_(max_queued) {}

  // Adds a reader whose first message is `first`.
  Reader add(std::string first);
  void remove(Reader reader);

  // Queues `message` for all readers. Returns the readers to close, whose queues would exceed
  // max_queued bytes; they are removed from the hub.
  std::vector<Reader> publish(std::string message);

  // Up to 64 KiB of the queued messages of a reader (at least one message), for one write; empty:
  // none. The bytes count as queued until the next take().
  std::string take(Reader reader);

  std::vector<Reader> readers() const;

 private:
  struct Queue {
    std::deque<std::shared_ptr<const std::string>> waiting;
    std::size_t bytes = 0;    // queued
    std::size_t in_hand = 0;  // taken last; possibly not sent yet
  };
  std::size_t max_queued_;
  Reader last_ = 0;
  std::map<Reader, Queue> queues_;
};
}  // namespace franz::proxy
