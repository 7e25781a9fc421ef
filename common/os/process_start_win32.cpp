#include "common/os/crash_trace.h"
#include "common/os/process_start.h"

namespace franz {
// Handles have no small numbers that another file could take over, and there are no such signals.
void prepare_process(std::size_t) { trace_crashes(); }

// The system's heap gives large blocks back, whatever it was asked for before.
void ready_memory(std::size_t) {}
}  // namespace franz
