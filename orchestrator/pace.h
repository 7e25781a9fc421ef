#pragma once
// How slow or failed requests change later ones: a smaller picture, fewer tokens, another model.
// Pure.
#include <string>
#include "common/settings/settings.h"

namespace franz::orchestrator {
class Pace {
 public:
  // A reply arrived after `ms` milliseconds.
  void replied(double ms, const ModelSettings& model);
  // The server was reached but gave no whole reply: an error, silence, or a part.
  void failed() { ++failures_; }
  // Another model is asked from now on.
  void begin_again() { *this = Pace(); }

  // The settings for `turn`, from 1, with the picture size that is due. Each slow reply in a row
  // halves max_tokens, down to [model] slow_tokens percent and to `least` (Api::least_max_tokens);
  // a setting below `least` stays.
  Settings applied(Settings settings, int turn, long long least = 1) const;

  // Why [model] fallback must be asked instead of the model. Empty: it need not.
  std::string why_fall_back(const ModelSettings& model) const;

 private:
  int slow_ = 0;      // replies, the last ones in a row
  int failures_ = 0;  // requests, since the last reply
};
}  // namespace franz::orchestrator
