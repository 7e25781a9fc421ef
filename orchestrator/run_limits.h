#pragma once
// The limits that end a run. Pure.
#include <optional>
#include "common/memory/memory.h"
#include "common/settings/settings.h"
#include "common/wire/control_messages.h"

namespace franz::orchestrator {
// What the loop has used since it began; a restart of the orchestrator begins at zero.
struct Spent {
  double minutes = 0;
  long long tokens = 0;  // of prompts and replies, as far as the server reported them
};

// Why the run ends before another turn: kMaxTurn, or [limits] max_turns, max_minutes or
// max_run_tokens. `turn`: the last turn. Nothing: it goes on.
std::optional<Finish> limit_reached(const LimitSettings& limits, int turn, const Spent& spent);

// Why the turn after `turn` sends no request: [agent] max_steps replies were received. A memory
// that is a conversation puts the text of `last`, the last reply, into it; null: none. Nothing: it
// sends one.
std::optional<Finish> steps_used_up(int max_steps, int turn, const Memory& memory,
                                    const Reply* last);
}  // namespace franz::orchestrator
