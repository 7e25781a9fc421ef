#pragma once
// Lets a test kill one of our programs at a chosen step of its disk writes. A build without
// FRANZ_TEST_HOOKS (CMake) neither counts nor splits steps.
//
//   FRANZ_TEST_KILL_PROGRAM=orchestrator   whose steps are counted, in all of its processes
//   FRANZ_TEST_KILL_COUNT=/tmp/steps       the file that counts them, a byte a step
//   FRANZ_TEST_KILL_AT=17                  the process that comes to this step, from 1, ends there
//
// The count continues over restarts of the program, so each step occurs once. Without
// FRANZ_TEST_KILL_AT steps are only counted.
#include <cstddef>

namespace franz {
// Call before each step that changes the disk: creating, writing, syncing, renaming or removing a
// file or folder. Does not return in the process that is killed.
void before_disk_step();

// How many of `bytes` are written as a separate step, so that a kill can occur in the middle of a
// write: half of them if steps are counted, otherwise 0.
std::size_t first_piece_of_write(std::size_t bytes);
}  // namespace franz
