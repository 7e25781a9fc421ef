#pragma once
// Commands wait here, from standard input and signals; the loop takes them.
#include <atomic>
#include <mutex>
#include <optional>
#include <utility>
#include "common/base/result.h"
#include "common/os/mailbox.h"
#include "common/wire/control_messages.h"
#include "orchestrator/turn_cut_app.h"

namespace franz::orchestrator {
class CommandBox {
 public:
  // `cut` outlives it. What the turn is doing is cut at once by a panic, and on a thread of its own
  // when a stop has not ended the turn within a second.
  explicit CommandBox(TurnCut& cut) : cut_(cut) {}

  // Any thread, never waits. Failure: a mebibyte of commands waits already; this one is lost. A
  // stop or a panic never is.
  Status put(ControlCommand command);
  // Waits for one at most `wait_ms` (0: only looks; -1: as long as it takes).
  std::optional<ControlCommand> next(int wait_ms);

 private:
  TurnCut& cut_;
  std::mutex panic_;  // one is put or taken: both with what follows from it
  Mailbox<ControlCommand> commands_{1UL << 20U};
  std::atomic<bool> stopping_ = false;
};
}  // namespace franz::orchestrator
