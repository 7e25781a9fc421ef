#pragma once
// How the demo model writes in the format of this family; asked for by a system message that says
// how a function is finished.
#include "common/formats/voice.h"

namespace franz {
extern const Voice kUimateVoice;
}  // namespace franz
