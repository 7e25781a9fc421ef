#pragma once
// What a program of ours needs of its process before anything else.
#include <cstddef>
#include <string>
#include <vector>
#include "common/base/result.h"

namespace franz {
// Bytes of the blocks of memory that go back to the system as soon as they are freed.
inline constexpr std::size_t kLargeBlock = 4UL << 20U;  // pictures are smaller, and made often
// Of a program that holds messages and makes no pictures.
inline constexpr std::size_t kMessageBlock = 512UL << 10U;

// Call first in main(), before any thread starts and any file is opened.
//
// A crash is reported from here on (crash_trace.h).
//
// Standard streams that were closed are taken by what can neither be read nor written: the next
// file or socket that is opened must not become the standard output. Reading meets the end of file,
// and writing fails. A write to a closed pipe or socket, or past a limit on the size of files, is
// an error code here, not the end of the process.
//
// Memory of a large text goes back to the system as soon as it is freed: of blocks of so many
// bytes, and what lies free at the heap's end beyond twice as much.
void prepare_process(std::size_t large_block = kLargeBlock);

// Has the process continue as another program, with its standard streams and its id. Returns only
// if that fails, with the reason: on Windows always, where a process cannot do so.
Error become_program(const std::string& program, const std::vector<std::string>& arguments);

// For a process of one task: what it allocates from then on is in memory already, up to `bytes`,
// and is kept until it ends. A page that is touched for the first time costs a microsecond or more,
// and a picture has hundreds. Elsewhere than on Linux nothing is done.
void ready_memory(std::size_t bytes);
}  // namespace franz
