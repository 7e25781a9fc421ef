#include "orchestrator/status_feed_app.h"
#include <chrono>
#include <utility>
#include "common/os/paths.h"
#include "common/os/secret_variables.h"
#include "orchestrator/run_status.h"

namespace franz::orchestrator {
StatusFeed::StatusFeed(const ChildCommand& command, StatusFeedPorts ports)
    : ports_(std::move(ports)) {
  ChildProcess::Handlers handlers;
  handlers.on_output_line = [this](std::string_view) { answered(); };
  handlers.on_error_line = [this](std::string_view line) {
    const std::lock_guard lock(mutex_);
    last_words_ = line;
  };
  handlers.on_end = [this](const ChildEnd& end) { ended(end); };
  auto child = ChildProcess::start(command, std::move(handlers));
  if (!child.ok()) {
    ports_.warn("there is no status window: it could not be started: " + child.error().message);
    return;
  }
  const std::lock_guard lock(mutex_);
  child_ = std::move(child).value();
}

StatusFeed::~StatusFeed() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  child_.reset();
}

void StatusFeed::report(const LoopEvent& event) {
  update(status_, event);
  std::string line = ports_.mask(to_json(status_));
  const std::lock_guard lock(mutex_);
  latest_ = std::move(line);
  if (!on_the_way_) send();
}

void StatusFeed::answered() {
  const std::lock_guard lock(mutex_);
  on_the_way_ = false;
  send();
}

void StatusFeed::send() {
  if (gone_ || stopping_ || !child_ || latest_ == sent_) return;
  on_the_way_ = true;
  sent_ = latest_;
  child_->write_line(latest_);
}

void StatusFeed::ended(const ChildEnd& end) {
  std::string why;
  {
    const std::lock_guard lock(mutex_);
    gone_ = true;
    if (stopping_) return;
    why = last_words_.empty() ? "it " + describe(end, std::chrono::milliseconds(0)) : last_words_;
  }
  ports_.warn("there is no status window: " + why);
}

ChildCommand status_window_command(const std::string& api_key_env) {
  return {sibling_program("status_window"), {}, {}, "", key_variables(api_key_env)};
}
}  // namespace franz::orchestrator
