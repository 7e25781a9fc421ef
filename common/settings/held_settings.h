#pragma once
// Settings that are fixed for a run on a person's screen: the model may have config.ini open in an
// editor, and an edit must not switch off what keeps the person safe.
#include <vector>
#include "common/settings/settings.h"

namespace franz {
// The values in force of all of [safety] and of [surface] only_windows, as flags that hold them.
std::vector<FlagValue> held_on_a_persons_screen(const ResolvedSettings& resolved);
}  // namespace franz
