#pragma once
// How the demo model writes in this family's format; selected by the tool `computer`.
#include "common/formats/voice.h"

namespace franz {
extern const Voice kAnthropicVoice;
}  // namespace franz
