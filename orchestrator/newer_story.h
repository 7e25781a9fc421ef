#pragma once
// Which of the two is newer when an orchestrator starts: state.json or the log. Pure.
#include "common/run/run_story.h"
#include "common/wire/state_file.h"

namespace franz::orchestrator {
// Whether the log has a reply that the state does not know: a kill or a power cut came between the
// two. A reply that the log does not know, or a later attempt at the log's last turn, makes the
// state the newer one.
bool log_is_newer(const RunStory& story, const LoopState& state);
}  // namespace franz::orchestrator
