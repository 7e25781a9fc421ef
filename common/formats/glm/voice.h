#pragma once
// How the demo model writes in the format of this family; asked for by a prompt that shows
// left_drag with its boxes.
#include "common/formats/voice.h"

namespace franz {
extern const Voice kGlmVoice;
}  // namespace franz
