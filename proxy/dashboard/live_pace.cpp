#include "proxy/dashboard/live_pace.h"
#include <algorithm>

namespace franz::proxy {
LivePace::Next LivePace::asked(std::int64_t now_ms, std::int64_t rest_ms) {
  if (looking_) return Next::wait;
  const std::int64_t rest = std::max(rest_ms, kRestPerCapture * took_ms_);
  if (looked_ms_ && now_ms - *looked_ms_ < rest) return Next::last;
  looking_ = true;
  began_ms_ = now_ms;
  return Next::look;
}

void LivePace::looked(std::int64_t now_ms, bool succeeded) {
  looking_ = false;
  looked_ms_ = now_ms;
  took_ms_ = succeeded ? now_ms - began_ms_ : 0;
}
}  // namespace franz::proxy
