#pragma once
// state.json: the memory and the position of the loop.
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
  std::optional<Approval> approval = {};  // the operator's decision; nothing: omitted
};

struct LoopState {
  int turn = 0;  // the last turn with a reply; 0: none yet
  // REQUEST in X-Franz-Turn of the request that `reply` answered; empty, null in JSON: there is
  // none, or it had no id.
  std::string request = {};
  std::optional<Reply> reply;  // to that turn, as received; nothing: none yet
  // Why the server ended that reply, as in ExecutorRequest::finish_reason; empty: omitted.
  std::string finish_reason;
  // Its request asked for a call, since the previous reply had none (kAskedBack). Omitted if false.
  bool asked_back = false;
  std::optional<Seen> seen;
  // The mouse pointer's position, in 0..1000; nothing: unknown, and omitted.
  std::optional<MapPoint> pointer;
  // The first turn in requests (MemoryOptions::from_turn). Omitted if 1.
  int from_turn = 1;
  std::optional<Acting> acting;
  // The objective that the memory sends with each turn, unchanged since the first; nothing: it
  // sends that of the settings.
  std::optional<std::string> objective;
  // The turn `turn` in the form of to_json(Step) (common/run/step_json.h): a JSON object with an
  // empty reply ("" and no calls). A memory needs it for a turn whose record is lost. Nothing: no
  // turn, or the state was made from a record.
  std::optional<std::string> step = {};
  // The run is over: the current turn is its last, without a request.
  std::optional<Finish> finish;
};

std::string to_json(const LoopState& state);

// Failure: another protocol (an earlier version with ErrorCode::other_version), a wrong field, a
// story that does not match its digest, or a story without a turn.
Result<LoopState> parse_loop_state(std::string_view text);
}  // namespace franz
