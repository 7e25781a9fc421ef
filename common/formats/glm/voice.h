#pragma once
// How the demo model writes in this family's format; selected by a prompt that contains left_drag
// with its boxes.
#include "common/formats/voice.h"

namespace franz {
extern const Voice kGlmVoice;
}  // namespace franz
