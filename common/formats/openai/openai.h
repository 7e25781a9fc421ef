#pragma once
// Computer use over OpenAI's Responses API.
#include "common/formats/format.h"

namespace franz {
extern const Format kOpenAiFormat;
}  // namespace franz
