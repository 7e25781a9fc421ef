#include "common/os/crash_trace.h"
#include "common/os/process_start.h"

namespace franz {
// Handles have no small numbers that another file could reuse, and these signals do not exist.
void prepare_process(std::size_t) { trace_crashes(); }

// The system's heap always returns large blocks.
void ready_memory(std::size_t) {}

Error become_program(const std::string& program, const std::vector<std::string>&) {
  return Error{"start " + program + " itself: on Windows no program starts it for you"};
}
}  // namespace franz
