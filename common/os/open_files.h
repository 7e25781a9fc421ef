#pragma once
// How many files and sockets this process may have open.
#include <cstddef>

namespace franz {
// Raises the limit to `wanted` more than the usual needs of a program, as far as the system lets
// us. Returns the limit that holds now; 0: the system has none.
std::size_t raise_open_files(std::size_t wanted);
}  // namespace franz
