#pragma once
// The processor time of ended programs.

namespace franz {
// Milliseconds of all ended and awaited children of this process, and of theirs.
// Source: getrusage(2), RUSAGE_CHILDREN.
double children_cpu_ms();
}  // namespace franz
