#pragma once
// Cuts what a turn is doing, its child or its request, from another thread: for good, or until the
// loop has taken notice, so that nothing that it begins before that slips through.
#include <functional>
#include <mutex>
#include <stop_token>

namespace franz::orchestrator {
class TurnCut {
 public:
  // `cut` ends the request under way and keeps others from being made; `allow` ends that. Both are
  // called on the threads of those below.
  TurnCut(std::function<void()> cut, std::function<void()> allow)
      : cut_(std::move(cut)), allow_(std::move(allow)) {}

  // For good. Any thread.
  void stop();
  // Until noticed(). Any thread.
  void halt();
  void noticed();
  // Of a child that is to be started now.
  std::stop_token token();

 private:
  std::function<void()> cut_, allow_;
  std::mutex mutex_;
  std::stop_source source_;
  bool stopped_ = false;
};
}  // namespace franz::orchestrator
