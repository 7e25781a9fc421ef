#pragma once
// The sandbox in its folder: canvas and state are read, drawn on and written back by the redo rule
// of sandbox/sandbox_state.h.
#include "common/base/result.h"
#include "common/wire/capturer_messages.h"

namespace franz::capturer {
// One turn. Damaged files are set aside under a name ending in .corrupt, and never written over
// where that fails; a folder that cannot be written costs the permanence of the ink, not the
// picture: both are told in the reply's warnings. A canvas file of another size than asked for
// keeps its own. Failure: a field that the sandbox cannot serve ("/actions/3: SyntaxError: …").
Result<CaptureReply> capture_sandbox(const CaptureRequest& request);
}  // namespace franz::capturer
