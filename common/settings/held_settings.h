#pragma once
// Settings that a run on a person's screen keeps as it began with them: an edit of config.ini,
// which the model may have open in an editor, takes nothing away that keeps the person safe.
#include <vector>
#include "common/settings/settings.h"

namespace franz {
// The values in force of all of [safety] and of [surface] only_windows, as flags that hold them.
std::vector<FlagValue> held_on_a_persons_screen(const ResolvedSettings& resolved);
}  // namespace franz
