#pragma once

namespace franz {
// Seconds of processor time that this process has spent in its own code. What the system spends for
// it, on memory that is touched for the first time say, is left out where the system tells them
// apart (POSIX): that is the machine's, and some take ten times as long for a page as others.
double user_seconds();

// Lets freed memory stay with the process, where its allocator can be told so (glibc): large blocks
// otherwise come anew from the system each time, and the first touch of their pages costs more than
// the work on them.
void keep_freed_memory();
}  // namespace franz
