#pragma once
// What programs that have ended used of the processor.

namespace franz {
// Milliseconds, of all children of this process that have ended and were waited for, and of theirs.
// Source: getrusage(2), RUSAGE_CHILDREN.
double children_cpu_ms();
}  // namespace franz
