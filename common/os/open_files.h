#pragma once
// The limit on open files and sockets of this process.
#include <cstddef>
#include "common/base/result.h"

namespace franz {
// Raises the limit to `wanted` above a program's usual needs, as far as the system allows. Returns
// the limit now in effect; 0: the system has none.
std::size_t raise_open_files(std::size_t wanted);

// Checks that `needed` files, fewer than usual, may be open. Failure: gives the limit.
Status require_open_files(std::size_t needed);
}  // namespace franz
