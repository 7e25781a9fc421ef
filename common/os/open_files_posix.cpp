#include <sys/resource.h>
#include <algorithm>
#include <string>
#include "common/os/open_files.h"

namespace franz {
static constexpr std::size_t kUsual = 1024;  // the usual limit of a program

std::size_t raise_open_files(std::size_t wanted) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return kUsual;
  if (limit.rlim_cur == RLIM_INFINITY) return 0;
  const rlim_t goal = std::min<rlim_t>(kUsual + wanted, limit.rlim_max);
  if (limit.rlim_cur < goal) {
    rlimit raised = limit;
    raised.rlim_cur = goal;
    if (::setrlimit(RLIMIT_NOFILE, &raised) == 0) return static_cast<std::size_t>(goal);
  }
  return static_cast<std::size_t>(limit.rlim_cur);
}

Status require_open_files(std::size_t needed) {
  const std::size_t limit = raise_open_files(0);
  if (limit == 0 || limit >= needed) return Done{};
  return Error{"only " + std::to_string(limit) + " files may be open at once, and " +
               std::to_string(needed) + " are needed: raise the limit (ulimit -n)"};
}
}  // namespace franz
