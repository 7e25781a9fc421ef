#pragma once
// The limits that end a run. Pure.
#include <optional>
#include "common/memory/memory.h"
#include "common/settings/settings.h"
#include "common/wire/control_messages.h"

namespace franz::orchestrator {
// Why the run ends before another turn: kMaxTurn, or [limits] max_turns or max_minutes. `turn`: the
// last turn; `minutes`: since the loop began. Nothing: it goes on.
std::optional<Finish> limit_reached(const LimitSettings& limits, int turn, double minutes);

// Why the turn after `turn` sends no request: [agent] max_steps replies were received. A memory
// that is a conversation puts the text of `last`, the last reply, into it; null: none. Nothing: it
// sends one.
std::optional<Finish> steps_used_up(int max_steps, int turn, const Memory& memory,
                                    const Reply* last);
}  // namespace franz::orchestrator
