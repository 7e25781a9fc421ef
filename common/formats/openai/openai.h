#pragma once
// Computer use through OpenAI's Responses API.
#include "common/formats/format.h"

namespace franz {
extern const Format kOpenAiFormat;
}  // namespace franz
