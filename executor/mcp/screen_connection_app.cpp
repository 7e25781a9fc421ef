#include "executor/mcp/screen_connection_app.h"
#include <chrono>
#include <utility>

namespace franz::mcp {
using std::chrono::steady_clock;

// Some clients extend their time limit with each report.
static constexpr std::chrono::milliseconds kBetweenReports{2000};

ScreenConnection::ScreenConnection(ScreenBridgeOptions options, BridgeStartPorts ports,
                                   std::string next_step)
    : next_step_(std::move(next_step)) {
  ports.asking = [this](const std::string& text) {
    const std::lock_guard lock(mutex_);
    waits_for_ = "the person at the screen is asked first: " + text;
    changed_.notify_all();
  };
  ports.stop_asked = [this] {
    const std::lock_guard lock(mutex_);
    return stopping_;
  };
  thread_ = std::thread(
      [this, chosen = std::move(options), all = std::move(ports)] { connect(chosen, all); });
}

ScreenConnection::~ScreenConnection() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  thread_.join();
}

void ScreenConnection::connect(const ScreenBridgeOptions& options, const BridgeStartPorts& ports) {
  auto started = start_screen_bridge(options, ports);
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_all();
    if (started.ok()) {
      bridge_ = std::move(started).value();
      return;
    }
    failure_ = started.error().message + next_step_;
    if (stopping_) return;
  }
  ports.say(true, failure_);
}

Result<const ScreenBridge*> ScreenConnection::wait(
    const std::stop_token& stop,
    const std::function<void(double waited_s, const std::string& text)>& report) {
  const auto began = steady_clock::now();
  std::unique_lock lock(mutex_);
  while (!ended_ && !stop.stop_requested()) {
    const std::string text = waits_for_;
    lock.unlock();
    report(std::chrono::duration<double>(steady_clock::now() - began).count(), text);
    lock.lock();
    changed_.wait_for(lock, stop, kBetweenReports, [&] { return ended_ || waits_for_ != text; });
  }
  if (!ended_) return Error{waits_for_};
  if (!bridge_) return Error{failure_};
  return bridge_.get();
}

std::string ScreenConnection::display() const {
  const std::lock_guard lock(mutex_);
  return bridge_ ? bridge_->name() : "";
}
}  // namespace franz::mcp
