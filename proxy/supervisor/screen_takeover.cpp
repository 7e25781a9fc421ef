#include "proxy/supervisor/screen_takeover.h"

namespace franz::proxy {
using TakeoverStep = ScreenTakeover::Step;

TakeoverStep ScreenTakeover::ask(const std::string& lease, bool running, std::int64_t now_ms) {
  lease_ = lease;
  why_.clear();
  granted_ = false;
  counts_ = {};
  due_ms_ = now_ms + kTakeoverMayTakeMs;
  phase_ = running ? Phase::yielding : Phase::starting;
  return running ? TakeoverStep::yield : TakeoverStep::start_input;
}

TakeoverStep ScreenTakeover::yielded() {
  if (phase_ != Phase::yielding) return TakeoverStep::nothing;
  phase_ = Phase::starting;
  return TakeoverStep::start_input;
}

TakeoverStep ScreenTakeover::input_ready(std::int64_t now_ms) {
  if (phase_ != Phase::starting) return TakeoverStep::nothing;
  phase_ = Phase::held;
  granted_ = true;
  due_ms_ = now_ms + kPageSilenceMs;
  return TakeoverStep::grant;
}

TakeoverStep ScreenTakeover::input_ended(const std::string& why, std::int64_t now_ms) {
  if (phase_ != Phase::starting && phase_ != Phase::held && phase_ != Phase::ending)
    return TakeoverStep::nothing;
  if (why_.empty()) why_ = why;
  phase_ = Phase::releasing;
  due_ms_ = now_ms + kReleaseMayTakeMs;
  return TakeoverStep::release;
}

TakeoverStep ScreenTakeover::released() {
  if (phase_ != Phase::releasing) return TakeoverStep::nothing;
  phase_ = Phase::none;
  due_ms_.reset();
  return TakeoverStep::hand_back;
}

void ScreenTakeover::sent(const std::vector<PersonEvent>& events, std::int64_t now_ms) {
  counts_.add(events);
  due_ms_ = now_ms + kPageSilenceMs;
}

TakeoverStep ScreenTakeover::end(const std::string& why) {
  if (phase_ == Phase::none || phase_ == Phase::ending || phase_ == Phase::releasing)
    return TakeoverStep::nothing;
  why_ = why;
  due_ms_.reset();
  if (phase_ == Phase::yielding) {  // nothing was started yet
    phase_ = Phase::none;
    return TakeoverStep::hand_back;
  }
  phase_ = Phase::ending;
  return TakeoverStep::end_input;
}

TakeoverStep ScreenTakeover::time_passed(std::int64_t now_ms) {
  if (!due_ms_ || now_ms < *due_ms_) return TakeoverStep::nothing;
  if (phase_ == Phase::releasing) {
    due_ms_.reset();
    return TakeoverStep::end_release;
  }
  if (phase_ == Phase::held) return end("the page was silent for ten seconds");
  return end(phase_ == Phase::yielding ? "the orchestrator did not stop in time"
                                       : "the input was not ready in time");
}

std::string ScreenTakeover::refusal() const {
  switch (phase_) {
    case Phase::none: return {};
    case Phase::ending:
    case Phase::releasing: return "the screen is being handed back: try again";
    case Phase::yielding:
    case Phase::starting:
    case Phase::held: break;
  }
  return "another page has the screen";
}
}  // namespace franz::proxy
