#include "proxy/dashboard/sse_hub.h"
#include <utility>

namespace franz::proxy {
static constexpr std::size_t kOneWrite = 64UL << 10U;

std::string sse_message(std::string_view json) {
  std::string message = "data: ";
  message += json;
  message += "\n\n";
  return message;
}

SseHub::Reader SseHub::add(std::string first) {
  Queue& queue = queues_[++last_];
  queue.bytes = first.size();
  queue.waiting.push_back(std::make_shared<const std::string>(std::move(first)));
  return last_;
}

void SseHub::remove(Reader reader) { queues_.erase(reader); }

std::vector<SseHub::Reader> SseHub::publish(std::string message) {
  const auto shared = std::make_shared<const std::string>(std::move(message));
  std::vector<Reader> slow;
  for (auto& [reader, queue] : queues_) {
    if (queue.bytes + queue.in_hand + shared->size() > max_queued_) {
      slow.push_back(reader);
      continue;
    }
    queue.waiting.push_back(shared);
    queue.bytes += shared->size();
  }
  for (const Reader reader : slow) queues_.erase(reader);
  return slow;
}

std::string SseHub::take(Reader reader) {
  const auto found = queues_.find(reader);
  if (found == queues_.end()) return "";
  Queue& queue = found->second;
  std::string bytes;
  while (!queue.waiting.empty() &&
         (bytes.empty() || bytes.size() + queue.waiting.front()->size() <= kOneWrite)) {
    bytes += *queue.waiting.front();
    queue.waiting.pop_front();
  }
  queue.bytes -= bytes.size();
  queue.in_hand = bytes.size();
  return bytes;
}

std::vector<SseHub::Reader> SseHub::readers() const {
  std::vector<Reader> all;
  for (const auto& [reader, queue] : queues_) all.push_back(reader);
  return all;
}
}  // namespace franz::proxy
