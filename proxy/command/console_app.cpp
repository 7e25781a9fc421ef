#include "proxy/command/console_app.h"
#include <chrono>
#include <utility>
#include "common/os/detached_thread.h"
#include "common/os/mailbox.h"
#include "common/os/print.h"

namespace franz::proxy {
struct Console::Shared {
  Mailbox<std::string> lines{1UL << 20U};
  std::mutex mutex;
  std::condition_variable ended;
  bool over = false;
};

Console::Console() : shared_(std::make_shared<Shared>()) {
  start_detached_thread([shared = shared_] {
    while (const auto line = shared->lines.pop())
      static_cast<void>(print_line(*line));  // nobody is left to be told
    const std::lock_guard lock(shared->mutex);
    shared->over = true;
    shared->ended.notify_all();
  });
}

Console::~Console() { finish(); }

void Console::finish() {
  shared_->lines.close();
  std::unique_lock lock(shared_->mutex);
  shared_->ended.wait_for(lock, std::chrono::milliseconds(200), [this] { return shared_->over; });
}

void Console::line(std::string text) {
  const std::size_t bytes = text.size();
  shared_->lines.try_push(std::move(text), bytes);
}
}  // namespace franz::proxy
