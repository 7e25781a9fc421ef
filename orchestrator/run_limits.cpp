#include "orchestrator/run_limits.h"
#include <string>
#include "common/base/count_text.h"
#include "common/base/json_string.h"
#include "common/base/thoughts.h"
#include "common/base/utf8.h"
#include "common/wire/limits.h"
#include "orchestrator/agent_stops.h"

namespace franz::orchestrator {
std::optional<Finish> limit_reached(const LimitSettings& limits, int turn, const Spent& spent) {
  if (turn >= kMaxTurn)
    return Finish{FinishReason::turns,
                  "turn " + std::to_string(kMaxTurn) + " is the last there can be"};
  if (limits.max_turns > 0 && turn >= limits.max_turns)
    return Finish{FinishReason::turns, count_text(limits.max_turns, "turn is", "turns are") +
                                           " made ([limits] max_turns)"};
  if (limits.max_minutes > 0 && spent.minutes >= limits.max_minutes)
    return Finish{FinishReason::time,
                  json_number(limits.max_minutes) + " minutes are over ([limits] max_minutes)"};
  if (limits.max_run_tokens > 0 && spent.tokens >= limits.max_run_tokens)
    return Finish{FinishReason::tokens, std::to_string(limits.max_run_tokens) +
                                            " tokens are used ([limits] max_run_tokens)"};
  return std::nullopt;
}

std::optional<Finish> steps_used_up(int max_steps, int turn, const Memory& memory,
                                    const Reply* last) {
  if (max_steps == 0 || turn < max_steps) return std::nullopt;
  Finish finish{FinishReason::limit,
                count_text(max_steps, "turn is", "turns are") + " made ([agent] max_steps)"};
  if (memory.is_conversation && last != nullptr) {
    const std::string words = decode_json_string(without_thoughts(last->text, LineEnds::dropped));
    if (!words.empty()) finish.text += "; its last words: " + cut_text(words, kMaxLastWords);
  }
  return finish;
}
}  // namespace franz::orchestrator
