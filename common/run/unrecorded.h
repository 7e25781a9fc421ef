#pragma once
// What a kill kept from a run's record: turns that are over, by the state that the run goes on
// from, and whose reply no record has.
#include <optional>
#include "common/run/run_file.h"
#include "common/run/turn_ranges.h"
#include "common/run/turn_record.h"
#include "common/wire/state_file.h"

namespace franz {
struct Unrecorded {
  TurnRanges turns;
  // Over, and the state is older: they are made again. One that has a record may have lost a later
  // reply than that.
  TurnRanges made_again;
  std::optional<LostReply> reply;  // the one that the run goes on from is in no record
};

// `reached`: the last turn that was drawn, or whose reply passed, 0: none; turns before it are
// over, though the state may be older, for a full disk had no room for it. `recorded`: the turns
// with a record. `record`: that of the state's turn; nothing: there is none, or it cannot be read.
// `attempt`: of that turn the last that left anything; 0: none did.
Unrecorded find_unrecorded(const LoopState& state, int reached, const TurnRanges& recorded,
                           const std::optional<TurnRecord>& record, int attempt);
}  // namespace franz
