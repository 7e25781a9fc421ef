#pragma once
// Commands wait here, from standard input and signals; the loop takes them.
#include <atomic>
#include <functional>
#include <optional>
#include <utility>
#include "common/base/result.h"
#include "common/os/mailbox.h"
#include "common/wire/control_messages.h"

namespace franz::orchestrator {
class CommandBox {
 public:
  // `cut`: called on a thread of its own when a stop has not ended the turn within a second.
  explicit CommandBox(std::function<void()> cut) : cut_(std::move(cut)) {}

  // Any thread, never waits. Failure: a mebibyte of commands waits already; this one is lost. A
  // stop never is.
  Status put(ControlCommand command);
  // Waits for one at most `wait_ms` (0: only looks; -1: as long as it takes).
  std::optional<ControlCommand> next(int wait_ms);

 private:
  std::function<void()> cut_;
  Mailbox<ControlCommand> commands_{1UL << 20U};
  std::atomic<bool> stopping_ = false;
};
}  // namespace franz::orchestrator
