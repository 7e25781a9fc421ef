#pragma once
// Cuts the child process and the request of a turn from another thread: permanently, or until the
// loop has noticed, so that nothing that begins before that escapes the cut.
#include <functional>
#include <mutex>
#include <stop_token>

namespace franz::orchestrator {
class TurnCut {
 public:
  // `cut` ends the running request and prevents others; `allow` permits them again. Both are called
  // on the threads that call the functions below.
  TurnCut(std::function<void()> cut, std::function<void()> allow)
      : cut_(std::move(cut)), allow_(std::move(allow)) {}

  // Permanent. Any thread.
  void stop();
  // Until noticed(). Any thread.
  void halt();
  void noticed();
  // For a child that starts now.
  std::stop_token token();

 private:
  std::function<void()> cut_, allow_;
  std::mutex mutex_;
  std::stop_source source_;
  bool stopped_ = false;
};
}  // namespace franz::orchestrator
