#pragma once
// GET /export.html: the page as it is made on one thread, and taken piece by piece on another. What
// waits is bounded: a slow browser makes the making wait.
#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace franz::proxy {
class ExportStream {
 public:
  // `ready`: there is something to take again. Called on the thread that fills.
  explicit ExportStream(std::function<void()> ready) : ready_(std::move(ready)) {}

  // Makes the page of the run in `folder`. False: it could not be made to its end, or close() or
  // `stopping` ended it.
  bool fill(const std::string& folder, bool redact, const std::atomic<bool>& stopping);

  // What waits, as chunks; empty: nothing now.
  std::string take();
  // Nobody takes any more.
  void close();

 private:
  bool put(std::string_view piece, const std::atomic<bool>& stopping);

  const std::function<void()> ready_;
  std::mutex mutex_;
  std::condition_variable room_;
  std::string waiting_;
  bool closed_ = false;
};

// The lines of the answer's head: what the page may do, which is nothing but show itself.
std::string export_headers();
}  // namespace franz::proxy
