#pragma once
// How the demo model writes in this family's format; selected by a schema with "tool_name" in
// <output_format>.
#include "common/formats/voice.h"

namespace franz {
extern const Voice kHoloVoice;
}  // namespace franz
