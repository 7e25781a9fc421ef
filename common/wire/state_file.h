#pragma once
// state.json: the story and where the loop stands.
//   {"protocol":"franz.state.v3","turn":6,"request":"16 hex"|null,
//    "story":<token>|null,"calls":[{"id":…,"name":…,
//    "arguments":…}],"story_sha256":"…","finish_reason":"stop","asked_back":true,"seen":null|{…},
//    "pointer":[500,300],"from_turn":38,"acting":null|{"turn":7,"in":{…executor_in without
//    raw},"result":null|{…},"approval":{…}},"step":null|{…},"objective":null|"…",
//    "finished":null|{"reason":…,"code":…,"text":…}}
#include <optional>
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "common/wire/control_messages.h"
#include "common/wire/reply.h"
#include "common/wire/turn_options.h"

namespace franz {
struct Acting {
  int turn = 0;
  std::string in;                     // executor_in without raw, as JSON
  std::optional<std::string> result;  // executor_out without picture, as JSON; real screens only
  std::optional<Approval> approval = {};  // what the operator decided; nothing: left out
};

struct LoopState {
  int turn = 0;  // the last turn whose reply is the story; 0: none yet
  // REQUEST of X-Franz-Turn of the request that `reply` answered; empty, and null in JSON: there is
  // none, or it had no id.
  std::string request = {};
  std::optional<Reply> reply;  // to that turn, as received; nothing: the model has not spoken yet
  // Why the server ended that reply, as ExecutorRequest::finish_reason has it; empty: left out.
  std::string finish_reason;
  // The turn that it answers asked for a call, since the reply before it had none (kAskedBack).
  // Left out: false.
  bool asked_back = false;
  std::optional<Seen> seen;
  // Where the mouse's pointer is, in 0..1000; nothing: nobody knows, and the member is left out.
  std::optional<MapPoint> pointer;
  // The first turn that requests have (MemoryOptions::from_turn). Left out: 1.
  int from_turn = 1;
  std::optional<Acting> acting;
  // That the memory told with the first turn, and tells again with each one; nothing: it tells that
  // of the settings.
  std::optional<std::string> objective;
  // The turn `turn` as to_json(Step) of common/run/step_json.h writes it, a JSON object with an
  // empty reply ("" and no calls): it is what a memory needs of a turn whose record is lost.
  // Nothing: no turn, or the state was made from a record.
  std::optional<std::string> step = {};
  // The run is over: the turn that is acted on is its last, and sends nothing.
  std::optional<Finish> finish;
};

std::string to_json(const LoopState& state);

// Failure: not this protocol (of an earlier one with ErrorCode::other_version), a wrong field, a
// story that does not fit its digest, or one of a run without a turn.
Result<LoopState> parse_loop_state(std::string_view text);
}  // namespace franz
