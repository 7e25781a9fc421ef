#include "common/os/screen_watch.h"
#include <chrono>
#include <optional>
#include <utility>
#include "common/os/paths.h"
#include "common/os/secret_variables.h"

namespace franz {
using namespace std::chrono_literals;
using Command = ControlCommand::Kind;

static constexpr auto kMayStartIn = 5s;
static constexpr auto kRestartIn = 1s;

ScreenWatch::ScreenWatch(const std::string& display, const std::string& panic_key,
                         const std::string& api_key_env, ScreenWatchPorts ports)
    : ScreenWatch({sibling_program("executor"),
                   {"--watch", display, panic_key},
                   {},
                   "",
                   key_variables(api_key_env)},
                  kMayStartIn, std::move(ports)) {}

ScreenWatch::ScreenWatch(ChildCommand command, std::chrono::milliseconds may_start_in,
                         ScreenWatchPorts ports)
    : command_(std::move(command)), ports_(std::move(ports)) {
  thread_ = std::thread([this] { keep_running(); });
  std::unique_lock lock(mutex_);
  if (!changed_.wait_for(lock, may_start_in, [this] { return ready_ || !unwatched_.empty(); }))
    unwatched_ = "did not start";
  report(lock);
  changed_.wait(lock, [this] { return !reporting_; });
}

ScreenWatch::~ScreenWatch() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void ScreenWatch::keep_running() {
  while (true) {
    const std::string why = run_once();
    std::unique_lock lock(mutex_);
    ready_ = false;
    if (stopping_) return;
    unwatched_ = why + "; it is started again";
    report(lock);
    if (changed_.wait_for(lock, kRestartIn, [this] { return stopping_; })) return;
  }
}

std::string ScreenWatch::run_once() {
  std::optional<ChildEnd> end;
  std::string last_words;
  ChildProcess::Handlers handlers;
  handlers.on_output_line = [this](std::string_view line) { take(line); };
  handlers.on_error_line = [this, &last_words](std::string_view line) {
    const std::lock_guard lock(mutex_);
    last_words = line;
  };
  handlers.on_end = [this, &end](const ChildEnd& ended) {
    const std::lock_guard lock(mutex_);
    end = ended;
    changed_.notify_all();
  };
  auto child = ChildProcess::start(command_, std::move(handlers));
  if (!child.ok()) return "could not be started: " + child.error().message;
  std::unique_lock lock(mutex_);
  child_ = std::move(child).value();
  changed_.wait(lock, [&] { return end || stopping_; });
  std::unique_ptr<ChildProcess> ended = std::move(child_);
  lock.unlock();
  ended.reset();  // no handler is called after this
  return last_words.empty() || !end ? describe(end.value_or(ChildEnd{}), 0ms) : last_words;
}

void ScreenWatch::report(std::unique_lock<std::mutex>& lock) {
  if (reporting_) return;
  reporting_ = true;
  while (reported_unwatched_ == unwatched_.empty()) {
    reported_unwatched_ = !reported_unwatched_;
    ControlCommand command{Command::resume, "", PauseCause::unwatched};
    if (reported_unwatched_) {
      command.kind = Command::panic;
      command.text = "the screen is not watched for a panic: executor --watch " + unwatched_;
    }
    lock.unlock();
    ports_.command(std::move(command));
    lock.lock();
  }
  reporting_ = false;
  changed_.notify_all();
}

void ScreenWatch::release() {
  const std::lock_guard lock(mutex_);
  if (child_) child_->write_line(to_json(WatchCommand::release));
}

void ScreenWatch::take(std::string_view line) {
  const Result<WatchEvent> event = parse_watch_event(line);
  if (!event.ok()) return ports_.warn("executor --watch: " + event.error().message);
  switch (event.value().kind) {
    case WatchEvent::Kind::ready: {
      std::unique_lock lock(mutex_);
      ready_ = true;
      unwatched_.clear();
      changed_.notify_all();
      return report(lock);
    }
    case WatchEvent::Kind::panic_corner:
      return ports_.command({Command::panic, "the pointer is in the corner", PauseCause::panic});
    case WatchEvent::Kind::panic_key:
      return ports_.command({Command::panic, "the key", PauseCause::panic});
    case WatchEvent::Kind::resume: return ports_.command({Command::resume});
    case WatchEvent::Kind::trouble: return ports_.warn(event.value().text);
  }
}
}  // namespace franz
