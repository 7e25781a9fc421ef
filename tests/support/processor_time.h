#pragma once

namespace franz {
// Seconds of processor time of this thread, to the microsecond (POSIX). Excludes other work on the
// machine and includes the system's work for the thread: the time without it is only counted in
// ticks of some milliseconds, which is too coarse for short work.
double processor_seconds();

// Keeps freed memory in the process if its allocator supports it (glibc). Otherwise large blocks
// come from the system each time, and the first access to their pages costs more than the work on
// them.
void keep_freed_memory();
}  // namespace franz
