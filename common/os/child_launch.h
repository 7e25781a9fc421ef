#pragma once
// The system-specific part of child processes; only child_process.cpp uses it.
#include <cstdint>
#include <functional>
#include "common/os/child_process.h"

namespace boost::asio {
class io_context;
}

namespace franz {
// A started child and our ends of its pipes, as native handles that the caller closes: descriptors,
// or overlapped HANDLEs.
struct LaunchedChild {
  long long pid = 0;
  std::intptr_t input = -1, output = -1, errors = -1;
  std::intptr_t process = -1, job = -1;  // Windows only
};

// The child has only descriptors 0, 1 and 2, default signal handling, and its own group or job. It
// ends when the calling thread (Linux) or this process (Windows) ends. Failure: the system's
// reason.
Result<LaunchedChild> launch_child(const ChildCommand& command);

// Calls `on_end` once from `io` when the child has ended: kind exited or killed. The rest of its
// group is ended first, so that its pipes close.
void watch_end(boost::asio::io_context& io, const LaunchedChild& child,
               std::function<void(ChildEnd)> on_end);

void kill_child(const LaunchedChild& child);       // with all its children
void interrupt_child(const LaunchedChild& child);  // only asks
}  // namespace franz
