#pragma once
// The agent models of H Company, Holo 1 to 3.1.
#include "common/formats/format.h"

namespace franz {
extern const Format kHoloFormat;
}  // namespace franz
