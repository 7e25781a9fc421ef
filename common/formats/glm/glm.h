#pragma once
// GLM-4.5V and GLM-4.6V.
#include "common/formats/format.h"

namespace franz {
extern const Format kGlmFormat;
}  // namespace franz
