#include "orchestrator/loop_control.h"
#include <algorithm>

namespace franz::orchestrator {
using Command = ControlCommand::Kind;

void LoopControl::take(const ControlCommand& command) {
  switch (command.kind) {
    case Command::pause:
      if (!paused_) pause("asked to", LogLevel::info);
      break;
    case Command::resume: paused_ = step_ = false; break;
    case Command::step:
      paused_ = false;
      step_ = true;
      break;
    case Command::stop: stopping_ = true; break;
    case Command::note: notes_ += (notes_.empty() ? "" : "\n") + command.text; break;
  }
}

void LoopControl::pause(const std::string& why, LogLevel level) {
  paused_ = true;
  step_ = false;
  why_ = why;
  level_ = level;
}

void LoopControl::turn_made() {
  if (step_) pause("one step was made", LogLevel::info);
}

void LoopControl::sent(const std::string& notes) {
  notes_.erase(0, notes.empty() ? 0 : std::min(notes.size() + 1, notes_.size()));
}
}  // namespace franz::orchestrator
