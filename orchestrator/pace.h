#pragma once
// What slow or failed requests change in those behind them: a smaller picture, fewer tokens,
// another model. Pure: it is told what became of each request.
#include <string>
#include "common/settings/settings.h"

namespace franz::orchestrator {
class Pace {
 public:
  // A reply came after so many milliseconds.
  void replied(double ms, const ModelSettings& model);
  // The server was there and gave no reply: an error, silence, or a part of one.
  void failed() { ++failures_; }
  // Another model is asked from now on.
  void begin_again() { *this = Pace(); }

  // The settings as they are in force for this turn, from 1: the picture that is due, and as many
  // tokens as slow replies leave: half as many after each, [model] slow_tokens percent at least,
  // and never fewer than `least` (Api::least_max_tokens) unless there were so few.
  Settings applied(Settings settings, int turn, long long least = 1) const;

  // Why [model] fallback is to be asked in place of the model. Empty: it is not.
  std::string why_fall_back(const ModelSettings& model) const;

 private:
  int slow_ = 0;      // replies, the last ones in a row
  int failures_ = 0;  // requests, since the last reply
};
}  // namespace franz::orchestrator
