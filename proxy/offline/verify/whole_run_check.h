#pragma once
// What a run folder holds of the run as a whole, against what its turns tell.
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/run/run_file.h"
#include "common/run/turn_record.h"
#include "common/wire/reply.h"
#include "common/wire/state_file.h"
#include "proxy/offline/verify/finding.h"
#include "proxy/offline/verify/run_index.h"

namespace franz::proxy {
// The reply that state.json holds against the one to its turn. It is what the orchestrator goes on
// with: as the model wrote it, and a key in it is not masked. `reply`: nothing: there was none yet.
std::vector<Finding> check_state_reply(const LoopState& state, const std::optional<Reply>& reply);

// A line of steps.jsonl against the turn's record, of which it is made. Nothing to say of a record
// that cannot be read: that is said elsewhere.
std::optional<Finding> check_step_line(int turn, std::string_view line,
                                       const std::optional<std::string>& record);

// Of a run that nobody writes now and that has no seal. `listed`: SHA256SUMS can be read.
std::string why_not_sealed(const RunIndex& index, const std::optional<RunFile>& run, bool listed);
}  // namespace franz::proxy
