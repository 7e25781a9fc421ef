#pragma once
// Lets a test kill one of our programs at a chosen step of its writes to disk. A build without
// FRANZ_TEST_HOOKS (CMake) has nothing of it: the steps are neither counted nor split there.
//
//   FRANZ_TEST_KILL_PROGRAM=orchestrator   whose steps are counted, in all of its processes
//   FRANZ_TEST_KILL_COUNT=/tmp/steps       the file that counts them, a byte a step
//   FRANZ_TEST_KILL_AT=17                  the process that comes to this step, from 1, ends there
//
// The count goes on over restarts of the program, so each step is met once. Without
// FRANZ_TEST_KILL_AT steps are counted only.
#include <cstddef>

namespace franz {
// Called before each step that changes what a kill would leave on the disk: a file or folder is
// made, written, synced, renamed or removed. Does not return in the process that is killed.
void before_disk_step();

// How many of `bytes` are written as a step of their own, so that a kill can come in the middle of
// a write: half of them where steps are counted, else 0.
std::size_t first_piece_of_write(std::size_t bytes);
}  // namespace franz
