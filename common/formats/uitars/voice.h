#pragma once
// How the demo model writes in this family's format; selected by a prompt that shows its action
// space.
#include "common/formats/voice.h"

namespace franz {
extern const Voice kUitarsVoice;
}  // namespace franz
