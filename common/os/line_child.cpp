#include "common/os/line_child.h"
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include "common/os/ask_child.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/os/secret_variables.h"

namespace franz {
struct LineChild::Running {
  std::mutex mutex;
  std::condition_variable_any changed;
  std::optional<std::string> answer;
  std::optional<ChildEnd> ended;
  std::unique_ptr<ChildProcess> process;  // last: its thread uses the others

  // Failure: the system's reason.
  Status start(const ChildCommand& command) {
    Result<std::unique_ptr<ChildProcess>> started = ChildProcess::start(
        command, {[this](std::string_view line) {
                    const std::lock_guard lock(mutex);
                    answer = line;
                    changed.notify_all();
                  },
                  [](std::string_view line) { print_error_lines(std::string(line) + "\n"); },
                  [this](const ChildEnd& end) {
                    const std::lock_guard lock(mutex);
                    ended = end;
                    changed.notify_all();
                  }});
    if (!started.ok()) return started.error();
    process = std::move(started).value();
    return Done{};
  }

  // It ended after its last answer, or sent an unexpected line.
  bool is_usable() {
    const std::lock_guard lock(mutex);
    return !ended && !answer;
  }
};

LineChild::LineChild(ChildCommand command) : command_(std::move(command)) {}
LineChild::~LineChild() = default;
LineChild::LineChild(LineChild&&) noexcept = default;
LineChild& LineChild::operator=(LineChild&&) noexcept = default;

void LineChild::end() { running_.reset(); }

Result<std::string, ChildFailure> LineChild::ask(std::string line, int timeout_ms,
                                                 const std::stop_token& stop) {
  if (running_ && !running_->is_usable()) end();
  if (!running_) {
    running_ = std::make_unique<Running>();
    if (const Status started = running_->start(command_); !started.ok()) {
      end();
      return failure_of({ChildEnd::Kind::not_started, 0, started.error().message}, timeout_ms);
    }
  }
  running_->process->write_line(std::move(line));
  std::unique_lock lock(running_->mutex);
  running_->changed.wait_for(lock, stop, std::chrono::milliseconds(timeout_ms),
                             [this] { return running_->answer || running_->ended; });
  if (running_->answer) {
    std::string answer = *std::exchange(running_->answer, std::nullopt);
    return answer;
  }
  ChildEnd why{ChildEnd::Kind::deadline, 0, ""};
  if (running_->ended) {
    why = *running_->ended;
  } else if (stop.stop_requested()) {
    why.kind = ChildEnd::Kind::stopped;
  }
  lock.unlock();
  end();
  return failure_of(why, timeout_ms);
}

LineChild line_child(const std::string& name) {
  return LineChild({sibling_program(name), {"--lines"}, {}, "", key_variables("")});
}
}  // namespace franz
