#include "orchestrator/memory/sst.h"
#include "common/base/json_string.h"

namespace franz::orchestrator {
std::string sst_feedback(const SstTurn& turn) {
  return turn.note ? turn.feedback + "\nOPERATOR: " + *turn.note : turn.feedback;
}

std::string sst_request(const SstTurn& turn, const ChatParameters& parameters) {
  return chat_request_body(
      parameters, {{"system", quote_json(turn.system_prompt), "", /*in_parts=*/false},
                   {"user", turn.story, "", /*in_parts=*/true},
                   {"user", quote_json(sst_feedback(turn)), turn.picture_b64, /*in_parts=*/true}});
}
}  // namespace franz::orchestrator
