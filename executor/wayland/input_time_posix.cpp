#include "common/os/clock.h"
#include "executor/wayland/input_time.h"

namespace franz::executor {
std::uint32_t input_time() { return static_cast<std::uint32_t>(steady_time_ms()); }
}  // namespace franz::executor
