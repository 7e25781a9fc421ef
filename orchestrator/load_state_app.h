#pragma once
// Loads the state of a run and the turns that its memory needs.
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/memory/memory.h"
#include "common/run/run_dir_app.h"
#include "common/run/run_story.h"
#include "common/wire/state_file.h"
#include "orchestrator/output_app.h"

namespace franz::orchestrator {
// state.json or, if it is missing, damaged (then it is quarantined) or older than the log, the
// state after the log's newest reply. On a surface where nothing may be done twice, that reply then
// counts as begun. Failure: its path is no file, it can neither be read nor moved, or the record of
// that reply is lost or unreadable.
Result<LoopState> load_state(const RunDir& run, const RunStory& story, Output& output);

// The steps of the turns 1 to state.turn, along the chain of replies that requests continued. They
// come from the records, the files of lost turns and, for a last turn that the log lacks, the
// state. Failure: a turn is in none of these.
Result<std::vector<Step>> load_steps(const RunDir& run, const RunStory& story,
                                     const LoopState& state);

// The picture of a finished turn, in base64. Failure: the turn has no such picture.
Result<std::string> load_picture(const RunDir& run, int turn, const PictureRef& picture);
}  // namespace franz::orchestrator
