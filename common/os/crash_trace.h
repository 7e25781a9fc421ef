#pragma once
// Reports where a program of ours crashed, for the person who fixes it. Writes lines to standard
// error, which the proxy puts into its children's logs.
//
//   error: orchestrator crashed: signal 11 (SIGSEGV)
//     orchestrator+0x5d1c2 _ZN5franz12orchestrator8TurnLoop3runEv+0x1a2
//     0x7f3a1c04524a
//
// A frame is an offset in the program's own file (for addr2line -e) and, unless the file is
// stripped, the function and the offset in it (c++filt makes it readable). An address without a
// name belongs to a shared library.

namespace franz {
// Reports crashes in any thread from now on: a fault, abort() and std::terminate(), on Windows an
// unhandled system exception. The system's default action follows, so the exit code and a core file
// are unchanged. An existing handler, such as a sanitizer's, stays.
void trace_crashes();
}  // namespace franz
