#include "orchestrator/turn_cut_app.h"

namespace franz::orchestrator {
void TurnCut::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  source_.request_stop();
  cut_();
}

void TurnCut::halt() {
  const std::lock_guard lock(mutex_);
  source_.request_stop();
  cut_();
}

void TurnCut::noticed() {
  const std::lock_guard lock(mutex_);
  if (stopped_ || !source_.stop_requested()) return;
  source_ = std::stop_source();
  allow_();
}

std::stop_token TurnCut::token() {
  const std::lock_guard lock(mutex_);
  return source_.get_token();
}
}  // namespace franz::orchestrator
