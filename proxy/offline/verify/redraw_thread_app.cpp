#include "proxy/offline/verify/redraw_thread_app.h"
#include <utility>

namespace franz::proxy {
static constexpr std::size_t kWaiting = 4UL << 20U;  // bytes of jobs

RedrawThread::RedrawThread(Redraw& redraw, std::stop_token stop)
    : redraw_(redraw), stop_(std::move(stop)), jobs_(kWaiting), thread_([this] { work(); }) {}

RedrawThread::~RedrawThread() {
  jobs_.close();
  thread_.join();
}

RedrawThread::Found RedrawThread::add(Job job, std::size_t bytes) {
  std::packaged_task<std::vector<Finding>(Redraw&)> task(
      [this, job = std::move(job)](Redraw& redraw) {
        return stop_.stop_requested() ? std::vector<Finding>() : job(redraw);
      });
  Found found = task.get_future();
  constexpr std::size_t kJob = 1024;  // beside what it holds
  jobs_.push(std::move(task), bytes + kJob);
  return found;
}

void RedrawThread::work() {
  while (auto job = jobs_.pop()) (*job)(redraw_);
  redraw_.end_programs();  // on the thread that started them (line_child.h)
}
}  // namespace franz::proxy
