#pragma once
// How many files and sockets this process may have open.
#include <cstddef>
#include "common/base/result.h"

namespace franz {
// Raises the limit to `wanted` more than the usual needs of a program, as far as the system lets
// us. Returns the limit that holds now; 0: the system has none.
std::size_t raise_open_files(std::size_t wanted);

// Makes sure that there may be `needed`, which is fewer than usual. Failure: how many there may be.
Status require_open_files(std::size_t needed);
}  // namespace franz
