#pragma once
// A message queue between our threads, with lanes. Each lane has its own limit in bytes (or in
// messages, if each message counts as one), so a full lane takes no room from another. Messages
// leave in the order in which they entered. If a lane is full, push() blocks, try_push() drops and
// post() enqueues anyway.
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace franz {
template <typename Message>
class Mailbox {
 public:
  explicit Mailbox(std::size_t max_bytes) : lanes_{{max_bytes}} {}
  // One lane for each limit, counted from 0.
  explicit Mailbox(const std::vector<std::size_t>& limits) {
    for (const std::size_t limit : limits) lanes_.push_back({limit});
  }

  // Waits while the lane is full; an empty lane accepts any message. After close() the message is
  // lost. Use only if the reader never waits for a thread that may wait here.
  void push(Message message, std::size_t bytes, std::size_t lane = 0) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return closed_ || fits(bytes, lane); });
    add(std::move(message), bytes, lane);
  }

  // Never waits. Returns false if full or closed; the message is then lost.
  bool try_push(Message message, std::size_t bytes, std::size_t lane = 0) {
    const std::lock_guard lock(mutex_);
    if (closed_ || !fits(bytes, lane)) return false;
    add(std::move(message), bytes, lane);
    return true;
  }

  // Never waits, and accepts the message even if the lane is full: for few and small messages.
  // After close() it is lost.
  void post(Message message, std::size_t bytes, std::size_t lane = 0) {
    const std::lock_guard lock(mutex_);
    add(std::move(message), bytes, lane);
  }

  // Waits while the lane is over its limit, at most until close(): for a writer that must not wait
  // where it posts.
  void wait_for_room(std::size_t lane = 0) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return closed_ || lanes_[lane].bytes <= lanes_[lane].limit; });
  }

  // The messages stay in the lane.
  void set_limit(std::size_t lane, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    lanes_[lane].limit = bytes;
    room_.notify_all();
  }

  // The next message; waits at most `wait`, or without a limit. Nothing: the time is over, or the
  // box is closed and empty, see closed().
  std::optional<Message> pop(std::optional<std::chrono::milliseconds> wait = std::nullopt) {
    std::unique_lock lock(mutex_);
    const auto ready = [&] { return closed_ || !messages_.empty(); };
    if (wait) {
      arrived_.wait_for(lock, *wait, ready);
    } else {
      arrived_.wait(lock, ready);
    }
    if (messages_.empty()) return std::nullopt;
    Waiting next = std::move(messages_.front());
    messages_.pop_front();
    lanes_[next.lane].bytes -= next.bytes;
    --lanes_[next.lane].messages;
    room_.notify_all();
    return std::move(next.message);
  }

  // Accepts no more messages; queued messages can still be taken.
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
  struct Lane {
    std::size_t limit = 0;
    std::size_t bytes = 0, messages = 0;
  };
  struct Waiting {
    Message message;
    std::size_t bytes = 0, lane = 0;
  };

  bool fits(std::size_t bytes, std::size_t lane) const {
    return lanes_[lane].messages == 0 || lanes_[lane].bytes + bytes <= lanes_[lane].limit;
  }

  void add(Message message, std::size_t bytes, std::size_t lane) {
    if (closed_) return;
    messages_.push_back({std::move(message), bytes, lane});
    lanes_[lane].bytes += bytes;
    ++lanes_[lane].messages;
    arrived_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable arrived_, room_;
  std::vector<Lane> lanes_;
  std::deque<Waiting> messages_;
  bool closed_ = false;
};
}  // namespace franz
