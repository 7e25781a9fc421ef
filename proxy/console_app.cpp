#include "proxy/console_app.h"
#include <chrono>
#include <thread>
#include <utility>
#include "common/os/stdio.h"
#include "proxy/mailbox_app.h"
#include "proxy/printable.h"

namespace franz::proxy {
struct Console::Shared {
  Mailbox<std::string> lines{1UL << 20U};
  std::mutex mutex;
  std::condition_variable ended;
  bool over = false;
};

Console::Console() : shared_(std::make_shared<Shared>()) {
  std::thread([shared = shared_] {
    while (const auto line = shared->lines.pop())
      static_cast<void>(write_standard_output(*line + "\n"));  // nobody is left to be told
    const std::lock_guard lock(shared->mutex);
    shared->over = true;
    shared->ended.notify_all();
  }).detach();
}

Console::~Console() {
  shared_->lines.close();
  std::unique_lock lock(shared_->mutex);
  shared_->ended.wait_for(lock, std::chrono::milliseconds(200), [this] { return shared_->over; });
}

// Model text and servers' words come this way: no control character of theirs reaches the terminal.
void Console::line(std::string text) {
  text = printable(text);
  const std::size_t bytes = text.size();
  shared_->lines.try_push(std::move(text), bytes);
}
}  // namespace franz::proxy
