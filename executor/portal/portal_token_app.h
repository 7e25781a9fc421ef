#pragma once
// Where the desktop's memory of a person's consent is kept between runs.
#include "executor/portal/portal_session.h"

namespace franz::executor {
// $XDG_STATE_HOME/franz/portal_token or ~/.local/state/franz/portal_token, readable by its owner
// only. Without a home folder nothing is kept. A failure to write it is reported on standard error.
// Source of the folder: the XDG Base Directory Specification, 0.8.
ConsentMemory consent_file();
}  // namespace franz::executor
