#pragma once
// The stops of an agent with strict limits (docs/window.md): the codes and fields of the executor's
// reply end the run. Pure.
#include <cstddef>
#include <optional>
#include "common/settings/settings.h"
#include "common/wire/control_messages.h"
#include "common/wire/executor_messages.h"

namespace franz::orchestrator {
// Bytes of what the model said last, in the text of a finish.
inline constexpr std::size_t kMaxLastWords = 4000;

class AgentStops {
 public:
  // Why the run ends with turn `turn`, whose result is `acted`; nothing: it continues. A turn that
  // is repeated after a pause counts once. A reply that says it is done ends the run as
  // done, unless an action of it failed because the window is gone: then that is the reason. A
  // restarted orchestrator begins with zero counts.
  std::optional<Finish> turn_acted(int turn, const ExecutorReply& acted,
                                   const AgentSettings& settings);

 private:
  struct Counts {  // in a row
    int malformed = 0, unchanged = 0, noops = 0;
  };
  void count(const ExecutorReply& acted);

  int turn_ = 0;            // that was counted last
  Counts before_, counts_;  // up to the turn before it, and with it
};
}  // namespace franz::orchestrator
