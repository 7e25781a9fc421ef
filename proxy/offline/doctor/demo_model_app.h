#pragma once
// Starts the demo model for a command that asks it without a run.
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "common/os/child_process.h"
#include "proxy/relay/upstream.h"

namespace franz::proxy {
// demo_vlm on a free port, for this object's lifetime.
class DemoModel {
 public:
  // Blocks until the program listens. Failure: why it does not.
  Result<Upstream> start();

 private:
  void on_line(std::string_view line);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::string url_, ended_;
  std::unique_ptr<ChildProcess> child_;  // destroyed first
};
}  // namespace franz::proxy
