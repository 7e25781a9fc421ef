#pragma once
// GET /export.html: one thread creates the page, another one takes it in pieces. The buffer is
// bounded, so a slow browser slows the creation.
#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace franz::proxy {
class ExportStream {
 public:
  // `ready`: called on the filling thread when more can be taken.
  explicit ExportStream(std::function<void()> ready) : ready_(std::move(ready)) {}

  // Creates the page of the run in `folder`. False: it could not be completed, or close() or
  // `stopping` ended it.
  bool fill(const std::string& folder, bool redact, const std::atomic<bool>& stopping);

  // The waiting bytes, as chunks; empty: none now.
  std::string take();
  // No more bytes will be taken.
  void close();

 private:
  bool put(std::string_view piece, const std::atomic<bool>& stopping);

  const std::function<void()> ready_;
  std::mutex mutex_;
  std::condition_variable room_;
  std::string waiting_;
  bool closed_ = false;
};

// Header lines of the page of the run with that name: a file to save, with the page's own policy.
std::string export_headers(const std::string& name);
}  // namespace franz::proxy
