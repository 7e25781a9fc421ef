#pragma once
// The stops of an agent that is kept on a short lead (docs/window.md): what the executor tells of a
// turn ends the run, by codes and fields alone. Pure.
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
  // Why the run ends with turn `turn`, of which the executor told `acted`; nothing: it goes on. A
  // turn that is made again, after a pause, is counted once. What its last reply says of being done
  // counts as well: done, unless something of it could not be performed since the window is gone.
  // The counts are of this process: an orchestrator that is started again begins with none.
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
