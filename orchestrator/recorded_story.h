#pragma once
#include <string_view>
#include "common/base/result.h"
#include "common/wire/state_file.h"

namespace franz::orchestrator {
// The state after the turn that a record of the proxy holds (turn_0007.json): what is left of the
// memory when state.json is lost. Its reply is the record's response, text and calls to the
// byte, and the pointer is where its executor left it. On a surface where nothing is done twice the
// next turn counts as begun: nobody knows what of the reply is done.
// Failure: no franz.turn.v2 record, or one without a reply.
Result<LoopState> recorded_story(std::string_view record);
}  // namespace franz::orchestrator
