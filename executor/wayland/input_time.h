#pragma once
#include <cstdint>

namespace franz::executor {
// The time of an input event, in milliseconds with an undefined base, as virtual devices send it.
std::uint32_t input_time();
}  // namespace franz::executor
