#include "executor/mcp/halt.h"

namespace franz::mcp {
void Halt::take(const ControlCommand& command) {
  using Kind = ControlCommand::Kind;
  const bool of_watch = command.cause == PauseCause::unwatched;
  if (command.kind == Kind::panic) {
    if (of_watch) {
      unwatched_ = command.text;
      return;
    }
    ++stops_;
    stopped_ = command.cause == PauseCause::page
                   ? "a person stopped all input on the page of this run"
                   : "the person at the screen stopped all input (" + command.text + ")";
  } else if (command.kind == Kind::resume) {
    (of_watch ? unwatched_ : stopped_).clear();
  }
}

void Halt::took_over() {
  ++stops_;
  stopped_ = "the person at the screen took over";
}

std::string Halt::why() const {
  if (!stopped_.empty()) return stopped_ + ": nothing is done until they " + way_to_resume_;
  return unwatched_;
}
}  // namespace franz::mcp
