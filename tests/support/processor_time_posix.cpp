#include <time.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif
#include "tests/support/processor_time.h"

namespace franz {
double processor_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

void keep_freed_memory() {
#if defined(__GLIBC__)
  ::mallopt(M_MMAP_MAX, 0);                    // no block uses mmap, whatever its size
  ::mallopt(M_TRIM_THRESHOLD, 1'000'000'000);  // bytes that may stay free at the end of the heap
#endif
}
}  // namespace franz
