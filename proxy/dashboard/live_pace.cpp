#include "proxy/dashboard/live_pace.h"

namespace franz::proxy {
LivePace::Next LivePace::asked(std::int64_t now_ms) {
  if (looking_) return Next::wait;
  if (looked_ms_ && now_ms - *looked_ms_ < kLookRestMs) return Next::last;
  looking_ = true;
  return Next::look;
}

void LivePace::looked(std::int64_t now_ms) {
  looking_ = false;
  looked_ms_ = now_ms;
}
}  // namespace franz::proxy
