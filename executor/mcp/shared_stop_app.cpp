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
  thread_ = std::jthread([this](const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
      look();
      ending_.wait_for(lock, stop, kBetweenLooks, [] { return false; });
    }
  });
}

SharedStop::~SharedStop() {
  thread_.request_stop();
  thread_.join();
  if (const Status removed = resume_input(run_); !removed.ok()) say_(removed.error().message);
}

void SharedStop::look() {
  const bool on_page = input_stop(run_).has_value();
  if (on_page != stopped_) return take_from_page(on_page);
  const std::string how = session_.stopped();
  if (how.empty() == stopped_) show_on_page(how);
}

void SharedStop::take_from_page(bool stopped) {
  stopped_ = stopped;
  ControlCommand command;
  command.kind = stopped ? ControlCommand::Kind::panic : ControlCommand::Kind::resume;
  command.cause = stopped ? PauseCause::page : PauseCause::other;
  session_.person(command);
}

void SharedStop::show_on_page(const std::string& how) {
  const Status shown = how.empty() ? resume_input(run_) : stop_input(run_, how);
  // Until it is shown the page's state is unknown, not "resumed".
  if (shown.ok()) stopped_ = !how.empty();
  if (!shown.ok() && !std::exchange(failed_, true)) say_(shown.error().message);
}
}  // namespace franz::mcp
