#include "proxy/command/console_app.h"
#include <chrono>
#include <utility>
#include "common/base/printable.h"
#include "common/os/detached_thread.h"
#include "common/os/mailbox.h"
#include "common/os/print.h"
#include "common/os/stdio.h"

namespace franz::proxy {
struct Console::Shared {
  struct Line {
    std::string text;
    bool is_error = false;
  };
  Mailbox<Line> lines{1UL << 20U};
  std::mutex mutex;
  std::condition_variable ended;
  bool over = false;
};

Console::Console() : shared_(std::make_shared<Shared>()) {
  start_detached_thread([shared = shared_] {
    const bool joined = errors_join_output();
    while (const auto line = shared->lines.pop()) {
      if (line->is_error && !joined) print_error(line->text);
      static_cast<void>(
          print_line(in_one_line(line->text)));  // a failure cannot be reported: the reader is gone
    }
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
  shared_->lines.try_push(Shared::Line{std::move(text), false}, bytes);
}

void Console::error_line(std::string text) {
  const std::size_t bytes = text.size();
  shared_->lines.try_push(Shared::Line{std::move(text), true}, bytes);
}
}  // namespace franz::proxy
