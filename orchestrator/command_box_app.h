#pragma once
// The queue of commands from standard input and signals for the loop.
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
  // `cut` outlives it. A panic or a takeover cuts the turn immediately; a stop cuts it, on a
  // separate thread, if the turn has not ended within a second.
  explicit CommandBox(TurnCut& cut) : cut_(cut) {}

  // Any thread, never waits. Failure: a mebibyte of commands waits already and this one is lost,
  // but never a stop, a panic, a
  // takeover or its end.
  Status put(ControlCommand command);
  // Waits for the next one at most `wait_ms` (0: does not wait; -1: no limit).
  std::optional<ControlCommand> next(int wait_ms);

 private:
  TurnCut& cut_;
  std::mutex panic_;  // held while a command is put or taken and takes effect
  Mailbox<ControlCommand> commands_{1UL << 20U};
  std::atomic<bool> stopping_ = false;
};
}  // namespace franz::orchestrator
