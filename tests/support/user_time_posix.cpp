#include <sys/resource.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif
#include "tests/support/user_time.h"

namespace franz {
double user_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec) / 1e6;
}

void keep_freed_memory() {
#if defined(__GLIBC__)
  ::mallopt(M_MMAP_MAX, 0);                    // not from mmap, whatever the size
  ::mallopt(M_TRIM_THRESHOLD, 1'000'000'000);  // bytes that may lie free at the end of the heap
#endif
}
}  // namespace franz
