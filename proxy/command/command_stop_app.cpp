#include "proxy/command/command_stop_app.h"
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <utility>
#include "common/os/detached_thread.h"
#include "common/os/print.h"
#include "common/os/stop_signals.h"
#include "common/os/temporary_folder.h"
#include "proxy/command/bounded_end_app.h"

namespace franz::proxy {
using namespace std::chrono_literals;

static constexpr auto kStopsIn = 1s;  // for the command to stop by itself
static constexpr auto kTakenBackIn =
    2s;  // to remove what was made, unless the disk does not answer

struct CommandStop::Shared {
  explicit Shared(std::string name) : command(std::move(name)) {}

  // Prints a message and removes what the command made.
  void end_now(const std::shared_ptr<Shared>& self) {
    if (ending.exchange(true)) return;
    BoundedEnd end([self] {
      self->mutex.lock();  // never unlocked: the command must not use what was removed
      if (self->take_back) self->take_back();
      TemporaryFolder::remove_all();
    });
    const bool gone = end.over_within(kTakenBackIn);
    print_error(command + ": stopped before the end" +
                (gone ? "" : "; what it was making may still be there"));
    std::_Exit(kStopped);
  }

  const std::string command;
  std::stop_source stop;
  std::mutex mutex;                 // held while the command makes something
  std::function<void()> take_back;  // guarded by mutex_
  std::atomic<bool> ending = false;
};

CommandStop::CommandStop(std::string command)
    : shared_(std::make_shared<Shared>(std::move(command))) {
  watch_stop_signals([shared = shared_](int) {
    if (!shared->stop.request_stop()) return shared->end_now(shared);
    start_detached_thread([shared] {
      std::this_thread::sleep_for(kStopsIn);
      shared->end_now(shared);
    });
  });
}

void CommandStop::ask() { shared_->stop.request_stop(); }

bool CommandStop::is_asked() const { return shared_->stop.stop_requested(); }

std::stop_token CommandStop::token() const { return shared_->stop.get_token(); }

CommandStop::Making CommandStop::making() const { return Making(shared_->mutex); }

void CommandStop::set_take_back(const Making& /*making*/, std::function<void()> take_back) {
  shared_->take_back = std::move(take_back);
}
}  // namespace franz::proxy
