#pragma once
// state.json: the story and where the loop stands.
//   {"protocol":"franz.state.v2","turn":6,"story":<token>,"story_sha256":"…","seen":null|{…},
//    "acting":null|{"turn":7,"in":{…executor_in without raw},"result":null|{…}}}
#include <optional>
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "common/wire/turn_options.h"

namespace franz {
struct Acting {
  int turn = 0;
  std::string in;                     // executor_in without raw, as JSON
  std::optional<std::string> result;  // executor_out without picture, as JSON; real screens only
};

struct LoopState {
  int turn = 0;                // the last turn whose reply is the story; 0: none yet
  std::string story = "\"\"";  // the reply's content token as received, quotes included
  std::optional<Seen> seen;
  std::optional<Acting> acting;
};

std::string to_json(const LoopState& state);

// Failure: not this protocol, a wrong field, or a story that does not fit its digest.
Result<LoopState> parse_loop_state(std::string_view text);
}  // namespace franz
