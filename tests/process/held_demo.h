#pragma once
// A model whose turn lasts as long as a test wants, on machines of any speed.
#include <algorithm>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include "tests/process/local_server.h"
#include "tests/process/running_proxy.h"

namespace franz {
// The demo model; each reply is held back until the test releases it.
class HeldDemo {
 public:
  HeldDemo() {
    server_ = std::make_unique<LocalServer>([this](httplib::Server& server) {
      serve_no_models(server);
      server.Post("/v1/chat/completions",
                  [this](const httplib::Request& request, httplib::Response& answer) {
                    wait_for_release();
                    httplib::Client demo(demo_.url);
                    demo.set_read_timeout(kLongEnough);
                    const auto reply = demo.Post(request.path, request.body, "application/json");
                    answer.status = reply ? reply->status : 502;
                    if (reply)
                      answer.set_content(reply->body, reply->get_header_value("Content-Type"));
                  });
    });
  }
  ~HeldDemo() { release(kAll); }
  HeldDemo(const HeldDemo&) = delete;
  HeldDemo& operator=(const HeldDemo&) = delete;

  static constexpr int kAll = 1'000'000;

  std::string url() const { return server_->url(); }

  // Lets this many more replies through, including one that is held now.
  void release(int replies) {
    const std::lock_guard lock(mutex_);
    released_ = std::min(released_ + replies, kAll);
    changed_.notify_all();
  }

 private:
  void wait_for_release() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return released_ > 0; });
    --released_;
  }

  RunningDemo demo_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int released_ = 0;
  std::unique_ptr<LocalServer> server_;  // destroyed first
};
}  // namespace franz
