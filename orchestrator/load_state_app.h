#pragma once
// Where a run is when an orchestrator starts: its state, and the turns that its memory needs.
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/memory/memory.h"
#include "common/run/run_dir_app.h"
#include "common/run/run_story.h"
#include "common/wire/state_file.h"
#include "orchestrator/output_app.h"

namespace franz::orchestrator {
// state.json, or where it is missing, damaged (it is kept aside) or older than the log, the state
// after the newest reply of the log; on a surface where nothing may be done twice that reply then
// counts as begun. Failure: something else than a file is in its place, it can neither be read nor
// be moved, or the record of that reply is lost or cannot be read.
Result<LoopState> load_state(const RunDir& run, const RunStory& story, Output& output);

// The steps of the turns 1 to the state's, along the replies that each request went on from: from
// the records, the files of lost turns, and of the last one from the state where the log does not
// have it. Failure: a turn has neither.
Result<std::vector<Step>> load_steps(const RunDir& run, const RunStory& story,
                                     const LoopState& state);

// The picture of a turn that is over, in base64. Failure: the turn has no such picture.
Result<std::string> load_picture(const RunDir& run, int turn, const PictureRef& picture);
}  // namespace franz::orchestrator
