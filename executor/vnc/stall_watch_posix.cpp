#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include "executor/vnc/stall_watch.h"

namespace franz::executor {
namespace {
using WatchClock = std::chrono::steady_clock;

// The library notes no progress while it reads a large rectangle, but the system does.
WatchClock::time_point last_arrival(int socket, WatchClock::time_point now) {
  tcp_info info{};
  socklen_t size = sizeof info;
  if (::getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return {};
  return now - std::chrono::milliseconds(info.tcpi_last_data_recv);
}
}  // namespace

struct StallWatch::Shared {
  std::mutex mutex;
  std::condition_variable changed;
  int socket = -1;  // -1: nothing is watched
  WatchClock::time_point last_progress, end;
  bool ended_one = false, finished = false;
  std::thread thread;

  void run() {
    std::unique_lock lock(mutex);
    while (!finished) {
      if (socket < 0) {
        changed.wait(lock);
        continue;
      }
      const auto now = WatchClock::now();
      const auto due = std::min(end, last_progress + std::chrono::seconds(kStallSeconds));
      if (now < due) {
        changed.wait_until(lock, due);
        continue;
      }
      const auto arrival = last_arrival(socket, now);
      if (now < end && arrival + std::chrono::seconds(kStallSeconds) > now) {
        last_progress = arrival;
        continue;
      }
      ::shutdown(socket, SHUT_RDWR);
      ended_one = true;
      socket = -1;
    }
  }
};

StallWatch::StallWatch() : shared_(std::make_unique<Shared>()) {
  shared_->thread = std::thread([this] { shared_->run(); });
}

StallWatch::~StallWatch() {
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->finished = true;
  }
  shared_->changed.notify_all();
  shared_->thread.join();
}

void StallWatch::start(int socket) {
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->socket = socket;
    shared_->last_progress = WatchClock::now();
    shared_->end = shared_->last_progress + std::chrono::seconds(kMessageSeconds);
  }
  shared_->changed.notify_all();
}

void StallWatch::progress() {
  // The thread looks at it when the earlier time has come.
  const std::lock_guard lock(shared_->mutex);
  shared_->last_progress = WatchClock::now();
}

void StallWatch::stop() {
  const std::lock_guard lock(shared_->mutex);
  shared_->socket = -1;
}

bool StallWatch::has_ended_one() const {
  const std::lock_guard lock(shared_->mutex);
  return shared_->ended_one;
}
}  // namespace franz::executor
