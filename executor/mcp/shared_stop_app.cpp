#include "executor/mcp/shared_stop_app.h"
#include <chrono>
#include <optional>
#include <utility>
#include "common/run/input_stop_app.h"

namespace franz::mcp {
// A file can be waited for on each system by other means; looking for one name costs microseconds.
static constexpr std::chrono::milliseconds kBetweenLooks{100};

SharedStop::SharedStop(Folder run, ClientSession& session,
                       std::function<void(const std::string&)> say)
    : run_(std::move(run)), session_(session), say_(std::move(say)) {
  thread_ = std::thread([this] {
    std::unique_lock lock(mutex_);
    while (!ending_) {
      look();
      changed_.wait_for(lock, kBetweenLooks, [this] { return ending_; });
    }
  });
}

SharedStop::~SharedStop() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
  if (const Status removed = resume_input(run_); !removed.ok()) say_(removed.error().message);
}

void SharedStop::look() {
  const bool on_page = input_stop(run_).has_value();
  if (on_page != stopped_) return take_from_page(on_page);
  const std::string how = session_.stopped();
  if (how.empty() == stopped_) show_on_page(how);
  if (!how.empty() == stopped_) stops_ = session_.stops();
}

void SharedStop::take_from_page(bool stopped) {
  if (stopped) {
    session_.person({ControlCommand::Kind::panic, "", PauseCause::page});
  } else if (!session_.resume_after(stops_)) {
    // The person at the screen has stopped it since the page showed it as stopped.
    return show_on_page(session_.stopped());
  }
  stopped_ = stopped;
  stops_ = session_.stops();
}

void SharedStop::show_on_page(const std::string& how) {
  const Status shown = how.empty() ? resume_input(run_) : stop_input(run_, how);
  // Until it is shown the page's state is unknown, not "resumed".
  if (shown.ok()) {
    stopped_ = !how.empty();
    stops_ = session_.stops();
  }
  if (!shown.ok() && !std::exchange(failed_, true)) say_(shown.error().message);
}
}  // namespace franz::mcp
