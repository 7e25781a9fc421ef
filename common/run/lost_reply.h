#pragma once
// The reply of a turn that could not be recorded, as state.json has it: the file of a `lost` line.
#include <memory>
#include <string>
#include "common/memory/memory.h"
#include "common/run/log_entry.h"
#include "common/wire/state_file.h"

namespace franz {
struct LostReply {
  LoggedFile file;
  std::shared_ptr<const std::string> bytes;  // of that file
  Step step;                                 // which they are
};
// `state` has a reply, to that turn.
LostReply lost_reply(int turn, int attempt, const LoopState& state);
}  // namespace franz
