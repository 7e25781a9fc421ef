#pragma once
// How the demo model writes in the format of this family; asked for by a prompt that shows its
// action space.
#include "common/formats/voice.h"

namespace franz {
extern const Voice kUitarsVoice;
}  // namespace franz
