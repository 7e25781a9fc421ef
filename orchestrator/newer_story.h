#pragma once
// Whether state.json or the log is newer when an orchestrator starts. Pure.
#include "common/run/run_story.h"
#include "common/wire/state_file.h"

namespace franz::orchestrator {
// Whether the log has a reply that the state lacks: a kill or power cut came between the two
// writes. If the state has a reply that the log lacks, or a later attempt at the log's last turn,
// the state is newer.
bool log_is_newer(const RunStory& story, const LoopState& state);
}  // namespace franz::orchestrator
