#include "proxy/tasks/trial_watch.h"

namespace franz::proxy {
bool TrialWatch::event(const LoopEvent& event) {
  using Kind = LoopEvent::Kind;
  if (event.kind == Kind::turn_acted && !event.degraded.empty()) {
    failed("turn " + std::to_string(event.turn) + ": " + event.degraded.front());
    return true;
  }
  if (event.kind == Kind::state && event.state == "paused" && event.cause == PauseCause::disk) {
    failed("the disk: " + event.why);
    return true;
  }
  if (event.kind == Kind::finished) {
    finish_ = event.finish;
    if (event.finish.reason == FinishReason::server) failed(event.finish.text);
  }
  return false;
}

void TrialWatch::failed(const std::string& why) {
  if (!failure_) failure_ = why;
}

TrialOutcome TrialWatch::outcome() const {
  const bool ended = finish_ && finish_->reason != FinishReason::stopped;
  return ended && !failure_ ? TrialOutcome::measured : TrialOutcome::infrastructure;
}

std::string TrialWatch::why() const {
  if (failure_) return *failure_;
  return finish_ ? finish_->text : "the run ended without a reason";
}
}  // namespace franz::proxy
