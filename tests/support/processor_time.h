#pragma once

namespace franz {
// Seconds of processor time that this thread has spent, to the microsecond (POSIX). What others do
// on the machine is not in it; what the system does for the thread is: who leaves that apart counts
// ticks of some milliseconds, which is no measure for short work.
double processor_seconds();

// Lets freed memory stay with the process, where its allocator can be told so (glibc): large blocks
// otherwise come anew from the system each time, and the first touch of their pages costs more than
// the work on them.
void keep_freed_memory();
}  // namespace franz
