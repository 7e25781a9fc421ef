#pragma once
// How our threads talk: a queue bounded by bytes.
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace franz::proxy {
template <typename Message>
class Mailbox {
 public:
  explicit Mailbox(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  // Waits while the box is full; one message always fits an empty one. After close() it is lost.
  void push(Message message, std::size_t bytes) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return closed_ || messages_.empty() || bytes_ + bytes <= max_bytes_; });
    add(std::move(message), bytes);
  }

  // Never waits. False: full or closed, and the message is lost.
  bool try_push(Message message, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (closed_ || (!messages_.empty() && bytes_ + bytes > max_bytes_)) return false;
    add(std::move(message), bytes);
    return true;
  }

  // The next message; waits for one at most `wait`, or for ever. Nothing: time is up, or the box is
  // closed and empty, see closed().
  std::optional<Message> pop(std::optional<std::chrono::milliseconds> wait = std::nullopt) {
    std::unique_lock lock(mutex_);
    const auto ready = [&] { return closed_ || !messages_.empty(); };
    if (wait) {
      arrived_.wait_for(lock, *wait, ready);
    } else {
      arrived_.wait(lock, ready);
    }
    if (messages_.empty()) return std::nullopt;
    auto [message, bytes] = std::move(messages_.front());
    messages_.pop_front();
    bytes_ -= bytes;
    room_.notify_all();
    return std::move(message);
  }

  // No more messages; what is in it can still be taken.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    arrived_.notify_all();
    room_.notify_all();
  }

  bool closed() {
    const std::lock_guard lock(mutex_);
    return closed_ && messages_.empty();
  }

 private:
  void add(Message message, std::size_t bytes) {
    if (closed_) return;
    messages_.emplace_back(std::move(message), bytes);
    bytes_ += bytes;
    arrived_.notify_all();
  }

  const std::size_t max_bytes_;
  std::mutex mutex_;
  std::condition_variable arrived_, room_;
  std::deque<std::pair<Message, std::size_t>> messages_;
  std::size_t bytes_ = 0;
  bool closed_ = false;
};
}  // namespace franz::proxy
