#pragma once
// The reply of a turn that could not be recorded, taken from state.json: the file of a `lost` line.
#include <memory>
#include <string>
#include "common/memory/memory.h"
#include "common/run/log_entry.h"
#include "common/wire/state_file.h"

namespace franz {
struct LostReply {
  LoggedFile file;
  std::shared_ptr<const std::string> bytes;  // of that file
  Step step;                                 // the file's content
};
// `state` must contain a reply to that turn.
LostReply lost_reply(int turn, int attempt, const LoopState& state);
}  // namespace franz
