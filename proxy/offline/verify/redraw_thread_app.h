#pragma once
// Draws a run again on a thread of its own, in the order of the jobs, while the turns behind them
// are read and checked.
#include <cstddef>
#include <functional>
#include <future>
#include <stop_token>
#include <thread>
#include <vector>
#include "common/os/mailbox.h"
#include "proxy/offline/verify/finding.h"
#include "proxy/offline/verify/redraw_app.h"

namespace franz::proxy {
class RedrawThread {
 public:
  // `redraw` is used by nobody else meanwhile, and outlives this. After `stop` jobs do nothing.
  RedrawThread(Redraw& redraw, std::stop_token stop);
  ~RedrawThread();  // when all jobs are done
  RedrawThread(const RedrawThread&) = delete;
  RedrawThread& operator=(const RedrawThread&) = delete;

  using Job = std::function<std::vector<Finding>(Redraw& redraw)>;
  using Found = std::future<std::vector<Finding>>;
  // What the job will find. `bytes`: that it holds; waits while many wait already.
  Found add(Job job, std::size_t bytes);

 private:
  void work();

  Redraw& redraw_;
  const std::stop_token stop_;
  Mailbox<std::packaged_task<std::vector<Finding>(Redraw&)>> jobs_;
  std::thread thread_;
};
}  // namespace franz::proxy
