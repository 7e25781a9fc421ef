#pragma once
// Where a program of ours crashed, for the person who repairs it: lines on standard error, which
// the proxy puts into its children's logs.
//
//   error: orchestrator crashed: signal 11 (SIGSEGV)
//     orchestrator+0x5d1c2 _ZN5franz12orchestrator8TurnLoop3runEv+0x1a2
//     0x7f3a1c04524a
//
// A frame is an offset in the program's own file (as addr2line -e takes it) and, unless the file is
// stripped, the function and the offset in it (c++filt makes it readable). An address without a
// name belongs to a shared library.

namespace franz {
// From here on a crash in any thread is reported: a fault, abort() and std::terminate(), on Windows
// an exception of the system that nothing takes. The system's own action follows, so the exit code
// and a core file are what they would be without. A handler that is there already stays: a
// sanitizer's.
void trace_crashes();
}  // namespace franz
