#include <sys/resource.h>
#include "executor/vnc/own_limits.h"

namespace franz::executor {
namespace {
// A picture of 64 megapixels has 256 MB, and there are three: the screen's, the part that was asked
// for, and the answer.
[[maybe_unused]] constexpr rlim_t kMaxMemory = rlim_t{3} << 30U;

void lower_limit(decltype(RLIMIT_CORE) resource, rlim_t most) {
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0) return;
  if (limit.rlim_max < most) return;  // it is lower already
  limit.rlim_cur = limit.rlim_max = most;
  ::setrlimit(resource, &limit);  // always allowed: it raises nothing
}
}  // namespace

void limit_own_process() {
  lower_limit(RLIMIT_CORE, 0);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  lower_limit(RLIMIT_AS, kMaxMemory);
#endif
}
}  // namespace franz::executor
