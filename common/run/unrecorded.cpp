#include "common/run/unrecorded.h"
#include <algorithm>
#include "common/base/secrets.h"

namespace franz {
// Keys are masked in records only. What could not be read when it came is no other reply.
static bool has_reply(const TurnRecord& record, const Reply& reply) {
  if (!record.response) return false;
  const RecordedReply& recorded = *record.response;
  if (recorded.text == "null") return true;
  return is_masked_form(reply.text, recorded.text.str()) &&
         is_masked_form(calls_json(reply.calls), calls_json(recorded.calls));
}

Unrecorded find_unrecorded(const LoopState& state, int reached, const TurnRanges& recorded,
                           const std::optional<TurnRecord>& record, int attempt) {
  Unrecorded found;
  found.turns = recorded.missing(1, std::max(state.turn, reached - 1));
  found.made_again.add(state.turn + 1, reached - 1);
  if (state.turn == 0 || !state.reply) return found;
  // A reply to no other attempt than the recorded one was changed, and is not lost.
  if (record && (attempt <= record->attempt || has_reply(*record, *state.reply))) return found;
  found.turns.add(state.turn);
  found.reply = LostReply{state.turn, attempt, reply_sha256(*state.reply)};
  return found;
}
}  // namespace franz
