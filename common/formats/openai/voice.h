#pragma once
// How the demo model writes computer calls of the Responses API; selected by either of its tools.
#include <array>
#include "common/formats/voice.h"

namespace franz {
extern const std::array<Voice, 2> kOpenAiVoices;
}  // namespace franz
