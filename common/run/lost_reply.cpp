#include "common/run/lost_reply.h"
#include <utility>
#include "common/run/run_files.h"
#include "common/run/step_json.h"

namespace franz {
LostReply lost_reply(int turn, int attempt, const LoopState& state) {
  LostReply lost;
  if (state.step)
    if (Result<Step> read = parse_step(*state.step); read.ok()) lost.step = std::move(read).value();
  lost.step.turn = turn;
  lost.step.reply = *state.reply;
  lost.bytes = std::make_shared<const std::string>(to_json(lost.step));
  lost.file = logged_file(lost_file(turn, attempt), *lost.bytes);
  return lost;
}
}  // namespace franz
