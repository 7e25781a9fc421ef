#pragma once
// How the demo model writes in this family's format; selected by a system message that says how to
// finish.
#include "common/formats/voice.h"

namespace franz {
extern const Voice kUimateVoice;
}  // namespace franz
