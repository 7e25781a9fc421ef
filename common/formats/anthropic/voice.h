#pragma once
// How the demo model writes in the format of this family; asked for by the tool `computer`.
#include "common/formats/voice.h"

namespace franz {
extern const Voice kAnthropicVoice;
}  // namespace franz
