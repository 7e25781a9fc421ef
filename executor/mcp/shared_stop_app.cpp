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
  // Counted before the file is read: a later stop is newer than what was done on the page.
  const int stops = session_.stops();
  const bool on_page = input_stop(run_).has_value();
  if (on_page != stopped_) return take_from_page(on_page, stops);
  const std::string how = session_.stopped();
  stops_ = stops;
  if (how.empty() == stopped_) show_on_page(how);
}

void SharedStop::take_from_page(bool stopped, int stops) {
  if (stopped) {
    session_.person({ControlCommand::Kind::panic, "", PauseCause::page});
    stops_ = session_.stops();
  } else if (!session_.resume_after(stops_)) {
    // The person at the screen has stopped it since the page showed it as stopped.
    stops_ = stops;
    return show_on_page(session_.stopped());
  }
  stopped_ = stopped;
}

void SharedStop::show_on_page(const std::string& how) {
  const Status shown = how.empty() ? resume_input(run_) : stop_input(run_, how);
  // Until it is shown the page's state is unknown, not "resumed".
  if (shown.ok()) stopped_ = !how.empty();
  if (!shown.ok() && !std::exchange(failed_, true)) say_(shown.error().message);
}
}  // namespace franz::mcp
