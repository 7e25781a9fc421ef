#include <sys/resource.h>
#include "tests/support/user_time.h"

namespace franz {
double user_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec) / 1e6;
}
}  // namespace franz
