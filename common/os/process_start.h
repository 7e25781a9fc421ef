#pragma once
// Prepares a process of ours before anything else runs.
#include <cstddef>
#include <string>
#include <vector>
#include "common/base/result.h"

namespace franz {
// Freed memory blocks of at least this many bytes are returned to the system immediately.
inline constexpr std::size_t kLargeBlock = 4UL << 20U;  // pictures are smaller and frequent
// For a program that holds messages and creates no pictures.
inline constexpr std::size_t kMessageBlock = 512UL << 10U;

// Call first in main(), before any thread starts and any file is opened.
//
// Crashes are reported from now on (crash_trace.h).
//
// Closed standard streams are replaced by a file that can be neither read nor written, so that the
// next opened file or socket does not become the standard output. Reads return end of file, and
// writes fail. A write to a closed pipe or socket, or beyond a limit on file size, returns an error
// instead of ending the process.
//
// The memory of a large text is returned to the system when it is freed: blocks of at least
// `large_block` bytes, and free space at the heap's end beyond twice that size.
void prepare_process(std::size_t large_block = kLargeBlock);

// Replaces this process by another program, which keeps its standard streams and its id. Returns
// only on failure, with the reason: always on Windows, which cannot do this.
Error become_program(const std::string& program, const std::vector<std::string>& arguments);

// For a process with one task: its later allocations use up to `bytes` of memory that is already
// mapped, and keep it until the process ends. The first access to a page costs a microsecond or
// more, and a picture has hundreds. Does nothing on systems other than Linux.
void ready_memory(std::size_t bytes);
}  // namespace franz
