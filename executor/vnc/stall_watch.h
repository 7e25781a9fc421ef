#pragma once
// LibVNCClient blocks while it reads the rest of a message and while it writes. This ends such a
// call: a thread of its own shuts the connection down, and the call fails.
#include <memory>

namespace franz::executor {
class StallWatch {
 public:
  StallWatch();
  ~StallWatch();
  StallWatch(const StallWatch&) = delete;
  StallWatch& operator=(const StallWatch&) = delete;

  // From now until stop(), `socket` is shut down once no bytes arrived and no progress() came for
  // kStallSeconds, or after kMessageSeconds.
  void start(int socket);
  void progress();
  void stop();
  bool has_ended_one() const;  // since the construction

  static constexpr int kStallSeconds = 10;
  static constexpr int kMessageSeconds = 60;

 private:
  struct Shared;
  std::unique_ptr<Shared> shared_;
};

// Watches while it lives.
class WatchedCall {
 public:
  WatchedCall(StallWatch& watch, int socket) : watch_(watch) { watch_.start(socket); }
  ~WatchedCall() { watch_.stop(); }
  WatchedCall(const WatchedCall&) = delete;
  WatchedCall& operator=(const WatchedCall&) = delete;

 private:
  StallWatch& watch_;
};
}  // namespace franz::executor
