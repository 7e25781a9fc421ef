#include <ctime>
#include "tests/support/processor_time.h"

namespace franz {
double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void keep_freed_memory() {}
}  // namespace franz
