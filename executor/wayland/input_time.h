#pragma once
#include <cstdint>
#include "common/os/clock.h"

namespace franz::executor {
// The time of an input event, in milliseconds with an undefined base, as virtual devices send it.
inline std::uint32_t input_time() { return static_cast<std::uint32_t>(steady_time_ms()); }
}  // namespace franz::executor
