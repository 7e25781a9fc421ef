#pragma once
// How our threads talk: a queue bounded by bytes (or by count, where each message is given as one),
// for each of its lanes on their own: what fills one lane takes no room from another. Messages come
// out in the order in which they went in. What becomes of one that finds no room its writer decides
// by the function it calls.
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
  // A lane for each limit, counted from 0.
  explicit Mailbox(const std::vector<std::size_t>& limits) {
    for (const std::size_t limit : limits) lanes_.push_back({limit});
  }

  // Waits while the lane is full; one message always fits an empty one. After close() it is lost.
  // Only for a reader that never waits for anybody who may wait here.
  void push(Message message, std::size_t bytes, std::size_t lane = 0) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return closed_ || fits(bytes, lane); });
    add(std::move(message), bytes, lane);
  }

  // Never waits. False: full or closed, and the message is lost.
  bool try_push(Message message, std::size_t bytes, std::size_t lane = 0) {
    const std::lock_guard lock(mutex_);
    if (closed_ || !fits(bytes, lane)) return false;
    add(std::move(message), bytes, lane);
    return true;
  }

  // Never waits, and takes the message though the lane be full: for few and small ones. After
  // close() it is lost.
  void post(Message message, std::size_t bytes, std::size_t lane = 0) {
    const std::lock_guard lock(mutex_);
    add(std::move(message), bytes, lane);
  }

  // Waits while the lane holds more than its limit, until close() at the latest: for a writer that
  // may not wait where it posts.
  void wait_for_room(std::size_t lane = 0) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return closed_ || lanes_[lane].bytes <= lanes_[lane].limit; });
  }

  // What is in the lane stays in it.
  void set_limit(std::size_t lane, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    lanes_[lane].limit = bytes;
    room_.notify_all();
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
    Waiting next = std::move(messages_.front());
    messages_.pop_front();
    lanes_[next.lane].bytes -= next.bytes;
    --lanes_[next.lane].messages;
    room_.notify_all();
    return std::move(next.message);
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
