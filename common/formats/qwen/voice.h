#pragma once
// How the demo model writes in this family's format; selected by a system message with the function
// computer_use.
#include "common/formats/voice.h"

namespace franz {
extern const Voice kQwenVoice;
}  // namespace franz
